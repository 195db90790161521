import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** New items are announced even without interaction. */
const UNTOUCHED_MS = 30_000

// Loads the script of the newsfeed at the first touch.
const start = (): void => void runTemplateScript("newsfeed-code").catch(() => {})
for (const name of ["pointerover", "keydown", "scroll", "touchstart"])
  addEventListener(name, start, { once: true, passive: true })
setTimeout(start, UNTOUCHED_MS)
