/** Adds invoker commands and `closedby` to browsers without them, and Escape to the member menu. */
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
  // The member menu is open while hovered or focused. Escape closes it until the pointer or focus leaves it.
  const menu = document.querySelector<HTMLElement>("[data-member-menu]")
  menu?.addEventListener("keydown", ({ key }) => key === "Escape" && menu.toggleAttribute("data-shut", true))
  // Touch cannot hover: the first tap opens the menu, and the next one follows the link.
  let wasOpen = false
  menu?.addEventListener("pointerdown", () => {
    const rows = menu.querySelector(".rows")
    wasOpen = rows !== null && getComputedStyle(rows).visibility === "visible"
  })
  menu?.addEventListener("click", (event) => {
    const face = event.target instanceof Element ? event.target.closest<HTMLElement>(".face") : null
    if (face === null || wasOpen || event.pointerType !== "touch") return
    event.preventDefault()
    face.focus()
  })
  for (const type of ["pointerleave", "focusout"]) menu?.addEventListener(type, () => menu.removeAttribute("data-shut"))
}
