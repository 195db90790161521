/** Makes an element with properties. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)

/** Makes a button whose text is a sign; `name` is its accessible name. */
export const button = (text: string, name: string, act: () => void): HTMLButtonElement => {
  const made = element("button", {
    type: "button",
    className: "button",
    textContent: text,
    ariaLabel: name,
    title: name,
  })
  made.addEventListener("click", act)
  return made
}
