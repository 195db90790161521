// Buttons that copy what `data-copy` says. Without this script they are not shown: the text can be selected.

/** How long a button says that it has copied. */
const SAID_MS = 2_000

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const label = button.textContent
  let back: ReturnType<typeof setTimeout> | undefined
  button.hidden = false
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset["copy"] ?? "")
    } catch {
      // A browser that does not allow it leaves the selecting to people.
      return
    }
    button.textContent = button.dataset["copied"] ?? label
    clearTimeout(back)
    back = setTimeout(() => {
      button.textContent = label
    }, SAID_MS)
  })
}
