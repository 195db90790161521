import { HOME } from "../../lib/fixedPaths.ts"
import { guideStore } from "../../lib/stores/guide.ts"
import { closeWelcome, isWelcomeDue, WELCOME_DELAY_MS, welcomeState } from "../../lib/stores/welcome.ts"

/** Events that show that the page is in use. */
const ACTIVITY = ["keydown", "click", "scroll"] as const

/**
 * Shows the welcome dialog on the home page, at most five times, to guests and members. If the reader types, clicks or
 * scrolls before it opens, it waits for the next visit.
 */
export const serveWelcome = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>("#welcome")
  if (!dialog) return
  const { member } = document.documentElement.dataset
  const guide = member === undefined ? undefined : guideStore(member)
  dialog.addEventListener("close", () => {
    closeWelcome()
    guide?.set({ showedWelcome: true })
  })
  const feeds = Number(dialog.dataset["libraryFeeds"])
  if (feeds > 0) welcomeState.set({ libraryFeedCount: feeds })
  if (location.pathname !== HOME || !isWelcomeDue()) return
  const timer = setTimeout(() => {
    // Another dialog opened in the meantime.
    if (!document.querySelector("dialog[open]")) dialog.showModal()
  }, WELCOME_DELAY_MS)
  for (const name of ACTIVITY) addEventListener(name, () => clearTimeout(timer))
}
