// Buttons that show what was typed into the field before them. Short, because sign-up has a limit for scripts.

type ShowButton = { readonly name: string; ariaPressed: unknown; readonly previousElementSibling: { type: string } }

const toggle = ({ target: button }: { target: ShowButton }) => {
  if (button.name !== "text") return
  button.previousElementSibling.type = button.ariaPressed === "true" ? "password" : "text"
  button.ariaPressed = button.ariaPressed !== "true"
}
addEventListener("click", toggle as unknown as EventListener)

// A module of its own, so that names do not collide with those of other scripts.
export {}
