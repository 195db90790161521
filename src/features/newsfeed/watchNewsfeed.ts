import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** New items are announced even without interaction. */
const UNTOUCHED_MS = 30_000

/** Loads the script of the newsfeed at the first touch (components/feeds/NewsfeedScript.astro). */
export const watchNewsfeed = (): void => {
  let isReady = false
  const load = () =>
    runTemplateScript("newsfeed-code").finally(() => {
      isReady = true
    })
  const start = () => void load().catch(() => {})

  const watch = () => {
    if (document.querySelector("#newsfeed-code") === null) return
    document.removeEventListener("astro:after-swap", watch)
    // Not pointerover, which a resting pointer causes as soon as something is laid out under it.
    for (const name of ["pointermove", "keydown", "scroll", "touchstart"])
      addEventListener(name, start, { once: true, passive: true })
    setTimeout(start, UNTOUCHED_MS)
    // A press on a mark that comes before the script waits for it, instead of loading the page.
    addEventListener(
      "click",
      (event) => {
        const { target } = event
        if (isReady || !(target instanceof Element) || !target.closest("[form=marks],[data-mark-all]")) return
        event.preventDefault()
        event.stopImmediatePropagation()
        const repeat = () => target.dispatchEvent(new MouseEvent("click", event))
        load().then(repeat, repeat)
      },
      true,
    )
  }

  // While media play, the newsfeed may be reached within one document (features/player/persistAcrossPages.ts).
  document.addEventListener("astro:after-swap", watch)
  watch()
}
