// Buttons that show what was typed into the field before them. Short, because sign-up has a limit for scripts.

type ShowButton = HTMLButtonElement & { previousElementSibling: HTMLInputElement; ariaPressed: unknown }

const toggle = ({ target: button }: { target: ShowButton }) => {
  if (button.name === "text")
    button.previousElementSibling.type = (button.ariaPressed = button.ariaPressed !== "true") ? "text" : "password"
}
addEventListener("click", toggle as unknown as EventListener)
