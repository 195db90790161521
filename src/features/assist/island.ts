import { translateInto } from "./translateInto.ts"

// The script of the translation form (components/assist/Translation.astro), loaded when it is touched.

let running: AbortController | undefined

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  const itemId = form.dataset["translate"]
  const view = document.querySelector<HTMLElement>("#translation")
  const chosen = form.querySelector("select")?.selectedOptions[0]
  if (itemId === undefined || view === null || chosen === undefined) return
  event.preventDefault()
  // A new request cancels the running one.
  running?.abort()
  running = new AbortController()
  void translateInto(view, { itemId, languageCode: chosen.value, language: chosen.lang }, running.signal)
})

document.addEventListener("click", (event) => {
  const close = event.target instanceof Element ? event.target.closest("[data-translation-close]") : null
  const view = close?.closest<HTMLElement>("#translation")
  if (!view) return
  event.preventDefault()
  running?.abort()
  view.hidden = true
})
