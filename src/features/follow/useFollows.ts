import { useStore } from "@nanostores/react"
import { type GuestFollows, isFollowed } from "./GuestFollows.ts"
import { $followList, NOT_YET } from "./store.ts"

/** Whether a feed is followed now; until the island is alive, what the server knew. */
export const useFollowed = (feedId: string, known: boolean): boolean => {
  const follows = useStore($followList, { ssr: () => NOT_YET })
  return follows === NOT_YET ? known : isFollowed(follows, feedId)
}

/** All follows; until the island is alive, and of an account until it was asked, what the server knew. */
export const useFollows = (known: GuestFollows): GuestFollows => {
  const follows = useStore($followList, { ssr: () => known })
  return follows === NOT_YET ? known : follows
}
