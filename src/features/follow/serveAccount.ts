import { loadOnSignIn } from "./loadOnSignIn.ts"
import { offerMerge } from "./offerMerge.ts"
import { watchAccount } from "./watchAccount.ts"

/**
 * What a member's page does by itself: loads what the account follows after signing in, asks about the follows that were made as a guest, follows what other browsers
 * change, and has the account remember that its item was opened.
 */
export const serveAccount = (): void => {
  offerMerge()
  void loadOnSignIn()
  watchAccount()
  markOpened()
}

const markOpened = (): void => {
  const itemId = document.querySelector<HTMLElement>("[data-opened]")?.dataset["opened"]
  if (itemId === undefined) return
  void fetch("/api/Feed/MarkRead", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ itemIds: [itemId], read: true }),
    keepalive: true,
  })
    .then((answer) => answer.text())
    .catch(() => {
      // Silent: the reader did nothing that failed.
    })
}
