/**
 * Makes a dialog modal until it is answered. The server renders it open, for browsers without
 * scripts.
 */
export const lockModal = (dialog: HTMLDialogElement): void => {
  const show = () => {
    // Only closed dialogs can become modal.
    dialog.removeAttribute("open")
    dialog.showModal()
  }
  show()
  dialog.addEventListener("cancel", (event) => event.preventDefault())
  // Browsers close it on a second Escape regardless.
  dialog.addEventListener("close", show)
}
