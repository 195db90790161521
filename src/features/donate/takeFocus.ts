/** A `ref` that focuses a new element, except fields on touch screens, which would open the keyboard. */
export const takeFocus = (element: HTMLElement | null): void => {
  const isField = element instanceof HTMLInputElement
  if (!isField || !matchMedia("(pointer: coarse)").matches) element?.focus()
}
