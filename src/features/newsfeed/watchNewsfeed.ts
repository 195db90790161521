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
  /** Browsers also report a resting pointer as soon as something is laid out under it, without a distance. */
  const touch = ({ movementX, movementY }: Event & Partial<PointerEvent>) => {
    if (!isReady && (movementX !== 0 || movementY !== 0)) start()
  }

  const watch = () => {
    if (document.querySelector("#newsfeed-code") === null) return
    document.removeEventListener("astro:after-swap", watch)
    for (const name of ["pointermove", "keydown", "scroll", "touchstart"])
      addEventListener(name, touch, { passive: true })
    setTimeout(start, UNTOUCHED_MS)
    // A press on a mark that comes before the script waits for it, instead of loading the page.
    addEventListener(
      "click",
      (event) => {
        const target = event.target as Element
        if (isReady || !target.closest?.("[form=marks],[data-mark-all]")) return
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
