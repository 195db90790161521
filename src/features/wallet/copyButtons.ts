// Buttons that copy `data-copy`. They are hidden without this script; the text can be selected.

/** How long the button shows that it has copied. */
const COPIED_MS = 2_000

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const label = button.textContent
  let reset: ReturnType<typeof setTimeout> | undefined
  button.hidden = false
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset["copy"] ?? "")
    } catch {
      // Not allowed by the browser: the text can still be selected.
      return
    }
    button.textContent = button.dataset["copied"] ?? label
    clearTimeout(reset)
    reset = setTimeout(() => {
      button.textContent = label
    }, COPIED_MS)
  })
}
