import { offerMerge } from "./offerMerge.ts"
import { watchAccount } from "./watchAccount.ts"

/** What a member's page does by itself: asks about the follows that were made as a guest, and follows what other browsers change. */
export const serveAccount = (): void => {
  offerMerge()
  watchAccount()
}
