import { CODE_LENGTH, type CodeState, DIGITS_ONLY, isCodeReady } from "#contract/accounts"

// Handles the fields of components/twoStep/CodeField.astro: a code that was typed too long ago has to be entered again.

for (const label of document.querySelectorAll<HTMLElement>("[data-step-code]")) {
  const input = label.querySelector("input")
  const said = label.querySelector("[role=alert]")
  if (input === null || said === null || input.form === null) continue
  let state: CodeState = { code: "", time: 0 }

  input.addEventListener("input", () => {
    state = { code: input.value.replaceAll(/\s/g, ""), time: Date.now() }
    said.textContent = ""
  })
  input.form.addEventListener("submit", (event) => {
    // Whatever has not six digits is a recovery code, which does not age.
    const isCode = state.code.length === CODE_LENGTH && DIGITS_ONLY.test(state.code)
    if (!isCode || isCodeReady(state, Date.now())) return
    event.preventDefault()
    said.textContent = label.dataset["stepCode"] ?? ""
    input.value = ""
    input.focus()
  })
}
