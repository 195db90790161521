/** As a `ref`: what has just come takes the focus. On a screen that is touched a field would bring its keyboard unasked. */
export const takeFocus = (element: HTMLElement | null): void => {
  const isField = element instanceof HTMLInputElement
  if (!isField || !matchMedia("(pointer: coarse)").matches) element?.focus()
}
