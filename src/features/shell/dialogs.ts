/** Gives dialogs to browsers that do not know invoker commands or `closedby` yet. */
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
  // The menu of a signed-in person is open while it is pointed at or focused: Escape shuts it, leaving it lets it open again.
  const menu = document.querySelector<HTMLElement>("[data-member-menu]")
  menu?.addEventListener("keydown", ({ key }) => key === "Escape" && menu.toggleAttribute("data-shut", true))
  for (const type of ["pointerleave", "focusout"]) menu?.addEventListener(type, () => menu.removeAttribute("data-shut"))
}
