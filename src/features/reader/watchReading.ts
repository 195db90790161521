import { hideLoading, showLoading } from "../../lib/loading.ts"
import { watchFollows } from "../follow/watchFollows.ts"
import { watchIntent } from "./intent.ts"
import { showRead } from "./readMarks.ts"

/** Serves what lists of items and feeds have in common. Pages without lists only listen; all of them work without it. */
export const watchReading = (): void => {
  watchIntent()
  watchFollows()

  // A page restored from the back/forward cache does not show what was opened since.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    showRead()
    hideLoading()
  })

  // Another page in the same document, while media play (features/player/persistAcrossPages.ts).
  document.addEventListener("astro:after-swap", showRead)

  document.addEventListener("submit", ({ target }) => {
    const busy = (target as HTMLFormElement).dataset["busy"]
    if (busy !== undefined) showLoading(busy)
  })
}
