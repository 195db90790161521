/** Adds invoker commands and `closedby` to browsers without them. */
export const serveDialogs = (): void => {
  const knowsCommands = "command" in HTMLButtonElement.prototype
  const knowsClosedBy = "closedBy" in HTMLDialogElement.prototype
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest("[commandfor]")
    if (button && !knowsCommands) {
      const dialog = document.getElementById(button.getAttribute("commandfor") ?? "") as HTMLDialogElement | null
      if (button.getAttribute("command") === "close") dialog?.close()
      else dialog?.showModal()
    }
    if (!knowsClosedBy && target.matches("dialog[closedby=any]")) (target as HTMLDialogElement).close()
  })
}
