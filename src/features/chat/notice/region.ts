/** Shows something above everything where notices stand; the style sheet says for how long (components/shell/Toasts.astro). */
export const showNotice = (notice: HTMLElement): void => {
  const region = document.querySelector<HTMLElement>("#toasts")
  if (region === null) return
  if (region.popover !== null) {
    // Shown anew it stands above a dialog that opened since.
    region.hidePopover()
    region.showPopover()
  }
  region.append(notice)
}

export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
