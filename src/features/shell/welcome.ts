import { HOME } from "../../lib/fixedPaths.ts"
import { guideOf } from "../../lib/stores/guide.ts"
import { closeWelcome, isWelcomeDue, WELCOME_DELAY_MS, welcomeState } from "../../lib/stores/welcome.ts"

/** Greets a reader on the home page, five times at most, whether signed in or not. */
export const serveWelcome = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>("#welcome")
  if (!dialog) return
  const { member } = document.documentElement.dataset
  const guide = member === undefined ? undefined : guideOf(member)
  dialog.addEventListener("close", () => {
    closeWelcome()
    guide?.set({ showedWelcome: true })
  })
  const feeds = Number(dialog.dataset["libraryFeeds"])
  if (feeds > 0) welcomeState.set({ libraryFeedCount: feeds })
  if (location.pathname !== HOME || !isWelcomeDue()) return
  setTimeout(() => {
    // Whoever opened another dialog within that second is not to be interrupted.
    if (!document.querySelector("dialog[open]")) dialog.showModal()
  }, WELCOME_DELAY_MS)
}
