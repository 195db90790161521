import { TOAST_EVENT, type Toast } from "../../lib/toast.ts"

/** Shows toasts above everything, including dialogs, one at a time; the style sheet defines for how long. */
export const serveToasts = (): void => {
  const region = document.querySelector<HTMLElement>("#toasts")
  if (!region) return
  region.popover = "manual"
  const show = (line: HTMLElement) => {
    // Reopening puts the region above dialogs opened since; an element added after that is announced.
    region.hidePopover()
    region.showPopover()
    // The newest one replaces what is shown: a column of them would cover what one works on.
    region.replaceChildren(line)
  }
  region.addEventListener("animationend", () => {
    region.replaceChildren()
    region.hidePopover()
  })
  document.addEventListener(TOAST_EVENT, (event) => {
    const { kind, text } = (event as CustomEvent<Toast>).detail
    const line = document.createElement("p")
    line.className = "toast"
    line.dataset["kind"] = kind
    if (kind === "error") line.role = "alert"
    line.textContent = text
    show(line)
  })
  const said = region.querySelector<HTMLElement>(".toast")
  if (said) show(said)
}
