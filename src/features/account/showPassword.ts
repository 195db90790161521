// Buttons that show what was typed into the field before them. Short, because sign-up has a limit for scripts.

type ShowButton = { readonly name: string; ariaPressed: unknown; readonly previousElementSibling: { type: string } }

addEventListener("click", (({ target: button }: { target: ShowButton }) => {
  if (button.name !== "text") return
  button.ariaPressed = button.ariaPressed !== "true"
  button.previousElementSibling.type = button.ariaPressed === "true" ? "text" : "password"
}) as unknown as EventListener)
