/**
 * The member menu is open while hovered or focused. Escape closes it until the pointer or focus leaves it. Touch cannot
 * hover: the first tap opens the menu, and the next one follows the link.
 */
const menu = document.querySelector<HTMLElement>("[data-member-menu]")
let wasOpen = false
menu?.addEventListener("keydown", ({ key }) => key === "Escape" && menu.toggleAttribute("data-shut", true))
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
