/** Running long tasks; the overlay closes after the last one. */
let running = 0

const overlay = (): HTMLDialogElement | null => document.querySelector<HTMLDialogElement>("#loading")

/** Covers the page during a long task. Each call needs a matching `hideLoading`. */
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
