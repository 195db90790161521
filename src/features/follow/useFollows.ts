import { useStore } from "@nanostores/react"
import { type GuestFollows, isFollowed } from "./GuestFollows.ts"
import { $followList, NOT_LOADED } from "./store.ts"

/** Whether a feed is followed; until hydration, as the server rendered it. */
export const useFollowed = (feedId: string, rendered: boolean): boolean => {
  const follows = useStore($followList, { ssr: () => NOT_LOADED })
  return follows === NOT_LOADED ? rendered : isFollowed(follows, feedId)
}

/** All follows; until hydration, and until an account's are loaded, as the server rendered them. */
export const useFollows = (rendered: GuestFollows): GuestFollows => {
  const follows = useStore($followList, { ssr: () => rendered })
  return follows === NOT_LOADED ? rendered : follows
}
