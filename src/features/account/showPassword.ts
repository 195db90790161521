// Buttons that show what was typed into the password field before them.

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest("button[data-show-password]")
  const field = button?.previousElementSibling
  if (!button || !(field instanceof HTMLInputElement)) return
  const isShown = field.type === "password"
  field.type = isShown ? "text" : "password"
  button.setAttribute("aria-pressed", String(isShown))
})
