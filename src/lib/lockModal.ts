/**
 * Makes a dialog modal that has to be answered, and keeps it so. It stands open in the page already, for browsers without
 * scripts.
 */
export const lockModal = (dialog: HTMLDialogElement): void => {
  const show = () => {
    // Only a closed dialog becomes modal.
    dialog.removeAttribute("open")
    dialog.showModal()
  }
  show()
  dialog.addEventListener("cancel", (event) => event.preventDefault())
  // Browsers let a second Escape through whatever the page says.
  dialog.addEventListener("close", show)
}
