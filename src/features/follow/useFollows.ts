import { useSyncExternalStore } from "react"
import { type GuestFollows, isFollowed } from "./GuestFollows.ts"
import { $followList } from "./store.ts"

const subscribe = (changed: () => void) => $followList.listen(changed)

/** Whether a feed is followed now; until the island is alive, what the server knew. */
export const useFollowed = (feedId: string, known: boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isFollowed($followList.get(), feedId),
    () => known,
  )

/** All follows; until the island is alive, what the server knew. */
export const useFollows = (known: GuestFollows): GuestFollows =>
  useSyncExternalStore(
    subscribe,
    () => $followList.get(),
    () => known,
  )
