// Buttons that show what was typed into the field before them. Short, because sign-up has a limit for scripts.

addEventListener("click", ({ target }) => {
  const button = target as HTMLButtonElement & { previousElementSibling: HTMLInputElement; ariaPressed: unknown }
  if (button.name === "text")
    button.previousElementSibling.type = (button.ariaPressed = button.ariaPressed !== "true") ? "text" : "password"
})
