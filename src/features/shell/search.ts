import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** The search box: an empty search opens the feeds, the cross empties the field, the sheet gets the focus, and the focus loads suggestions. */
export const serveSearch = (): void => {
  const sheet = document.querySelector("#search")
  const form = sheet?.querySelector("form")
  const field = form?.querySelector("input")
  if (!form || !field) return
  form.addEventListener("submit", (event) => {
    if (field.value.trim() !== "") return
    event.preventDefault()
    location.assign(form.dataset["empty"] ?? "")
  })
  form.addEventListener("reset", (event) => {
    // A reset would restore the page's query.
    event.preventDefault()
    field.value = ""
    field.focus()
  })
  field.addEventListener("focus", () => void runTemplateScript("suggest-code").catch(() => {}))
  sheet?.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") field.focus()
  })
}
