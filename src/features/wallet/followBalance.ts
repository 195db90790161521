import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { cacheBalance } from "./cacheBalance.ts"

let isFollowing = false

/** Keeps what this browser knows of its person's balance true to the server's, now and for as long as the page is open. */
export const followBalance = (): void => {
  if (isFollowing) return
  isFollowing = true
  // Told at once how it stands, and again once a read model that was late has come.
  onLiveUpdate("wallet", () => void cacheBalance())
}
