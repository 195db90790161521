import { useStore } from "@nanostores/react"
import { type GuestFollows, isFollowed } from "./GuestFollows.ts"
import { $followList } from "./store.ts"

/** What the store is taken for until the island is alive. */
const NOT_YET: GuestFollows = []

/** Whether a feed is followed now; until the island is alive, what the server knew. */
export const useFollowed = (feedId: string, known: boolean): boolean => {
  const follows = useStore($followList, { ssr: () => NOT_YET })
  return follows === NOT_YET ? known : isFollowed(follows, feedId)
}

/** All follows; until the island is alive, what the server knew. */
export const useFollows = (known: GuestFollows): GuestFollows => useStore($followList, { ssr: () => known })
