import { lockModal } from "../../lib/lockModal.ts"

/** Makes the dialog that asks for the base currency modal, and says so where OK is pressed without a choice. */
const serve = (form: HTMLFormElement): void => {
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
if (form !== null) serve(form)
