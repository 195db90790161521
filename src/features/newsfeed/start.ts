import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** New items are announced even without interaction. */
const UNTOUCHED_MS = 30_000
let isReady = false

// Loads the script of the newsfeed at the first touch.
const load = () =>
  runTemplateScript("newsfeed-code").finally(() => {
    isReady = true
  })
const start = () => void load().catch(() => {})
for (const name of ["pointerover", "keydown", "scroll", "touchstart"])
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
