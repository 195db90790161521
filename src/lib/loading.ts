/** How many long tasks want the overlay now; it goes when the last of them is done. */
let running = 0

const overlay = (): HTMLDialogElement | null => document.querySelector<HTMLDialogElement>("#loading")

/** Covers the page while something long runs. Each call is paired with one of `hideLoading`. */
export const showLoading = (text = ""): void => {
  running += 1
  const dialog = overlay()
  const line = dialog?.querySelector("p")
  if (line) line.textContent = text
  if (dialog && !dialog.open) dialog.showModal()
}

export const hideLoading = (): void => {
  running = Math.max(0, running - 1)
  if (running === 0) overlay()?.close()
}
