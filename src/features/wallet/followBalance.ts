import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { cacheBalance } from "./cacheBalance.ts"

let isFollowing = false

/** Keeps the cached balance current while the page is open. */
export const followBalance = (): void => {
  if (isFollowing) return
  isFollowing = true
  // The stream sends the current state first, then changes, so a late read model is noticed too.
  onLiveUpdate("wallet", () => void cacheBalance())
}
