import { fitInput } from "./fitInput.ts"

/** Keeps the amount fields of a page decimal while typing (AmountField.astro). */
for (const input of document.querySelectorAll<HTMLInputElement>("input[data-digits]")) {
  // Changes with the unit (amountUnit.ts).
  const decimalsNow = () => Number(input.dataset["digits"])
  let before = input.value
  input.addEventListener("input", (event) => {
    if (!(event as InputEvent).isComposing) before = fitInput(input, event, { before, decimals: decimalsNow() })
  })
  input.addEventListener("compositionend", () => {
    before = fitInput(input, new InputEvent("input", { inputType: "insertText" }), { before, decimals: decimalsNow() })
  })
}
