import { toast } from "./toast.ts"

/** Shows a toast with a button that takes back what was done. */
export const undoToast = (text: string, label: string, undo: () => unknown): void => {
  toast("success", text)
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button"
  button.textContent = label
  const press = () => {
    button.closest(".toast")?.remove()
    void undo()
  }
  button.addEventListener("click", press, { once: true })
  // Appended here, because the script of every page, which shows toasts, has no room for buttons.
  document.querySelector("#toasts .toast")?.append(button)
}
