import { lockModal } from "../../lib/lockModal.ts"

/** Makes the base currency dialog modal, and shows a message if it is submitted without a choice. */
const start = (form: HTMLFormElement): void => {
  const dialog = form.closest("dialog")
  const missing = form.querySelector<HTMLElement>("[data-missing]")
  if (dialog === null || missing === null) return
  lockModal(dialog)
  form.addEventListener("change", () => missing.replaceChildren())
  form.addEventListener("submit", (event) => {
    if (new FormData(form).has("currency")) return
    event.preventDefault()
    missing.textContent = missing.dataset["missing"] ?? ""
    form.querySelector<HTMLElement>("[name=currency]")?.focus()
  })
}

const form = document.querySelector<HTMLFormElement>("[data-base-currency]")
if (form !== null) start(form)
