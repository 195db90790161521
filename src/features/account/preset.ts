import { lockModal } from "../../lib/lockModal.ts"
import { type PresetProblem, presetMissing } from "./presetMissing.ts"

/** Makes the dialog that a new account has to answer modal, and says what is missing when its OK is pressed too early. */
const servePreset = (dialog: HTMLDialogElement): void => {
  const form = dialog.querySelector("form")
  const ok = dialog.querySelector<HTMLButtonElement>("[data-ok]")
  const missing = dialog.querySelector<HTMLElement>("[data-missing]")
  if (form === null || ok === null || missing === null) return

  lockModal(dialog)

  const problems = () => {
    const fields = new FormData(form)
    const askedFor = (name: string) => {
      const input = form.querySelector(`[name="${name}"]:not([type=hidden])`)
      return input === null ? undefined : String(fields.get(name) ?? "").trim()
    }
    const [displayName, userCode, userName] = ["displayName", "userCode", "userName"].map(askedFor)
    return presetMissing({ displayName, userCode, userName })
  }
  const mark = () => {
    const isValid = problems().length === 0
    ok.setAttribute("aria-disabled", String(!isValid))
    if (isValid) missing.replaceChildren()
  }
  const list = (found: ReadonlyArray<PresetProblem>) => {
    const rows = found.map(({ field, said }) => {
      const row = document.createElement("li")
      const label = form.querySelector(`[for="preset-${field}"]`)?.textContent
      const words = missing.dataset[said] ?? ""
      row.textContent = label ? `${label}: ${words}` : words
      return row
    })
    const lead = document.createElement("span")
    lead.textContent = missing.dataset["lead"] ?? ""
    const rowsOf = document.createElement("ul")
    rowsOf.replaceChildren(...rows)
    missing.replaceChildren(lead, rowsOf)
  }

  form.addEventListener("input", mark)
  form.addEventListener("submit", (event) => {
    const pressed = event.submitter
    if (pressed !== ok && pressed?.hasAttribute("data-enter") !== true) return
    const found = problems()
    if (found.length === 0) return
    event.preventDefault()
    list(found)
    const [first] = found
    form.querySelector<HTMLElement>(`[name="${first?.field}"]`)?.focus()
  })
  mark()
}

const dialog = document.querySelector<HTMLDialogElement>("[data-preset]")
if (dialog !== null) servePreset(dialog)
