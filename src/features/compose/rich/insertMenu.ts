export type Insertion = { readonly name: string; readonly label: string }

/**
 * A menu of what can be inserted into an empty line, with the keys of the pattern: arrows, Home, End, the first letter,
 * Enter and Escape.
 */
export class InsertMenu {
  readonly #menu = document.createElement("div")
  readonly #items: ReadonlyArray<HTMLButtonElement>
  readonly #leave: (isCancelled: boolean) => void

  constructor(
    place: HTMLElement,
    label: string,
    insertions: ReadonlyArray<Insertion>,
    act: (name: string) => void,
    leave: (isCancelled: boolean) => void,
  ) {
    this.#leave = leave
    this.#menu.className = "rich-menu"
    this.#menu.role = "menu"
    this.#menu.ariaLabel = label
    this.#menu.hidden = true
    this.#items = insertions.map(({ name, label }) => {
      const item = document.createElement("button")
      item.type = "button"
      item.role = "menuitem"
      item.tabIndex = -1
      item.textContent = label
      item.addEventListener("click", () => {
        this.#close(false)
        act(name)
      })
      return item
    })
    this.#menu.append(...this.#items)
    this.#menu.addEventListener("keydown", (event) => this.#handleKey(event))
    this.#menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.#menu.hidden && !(relatedTarget instanceof Node && this.#menu.contains(relatedTarget)))
        this.#menu.hidden = true
    })
    place.append(this.#menu)
  }

  /** @param topPx below the line, within the place of the menu */
  open(topPx: number): void {
    this.#menu.style.insetBlockStart = `${topPx}px`
    this.#menu.hidden = false
    this.#items[0]?.focus({ preventScroll: true })
    this.#menu.scrollIntoView({ block: "nearest" })
  }

  #close(isCancelled: boolean): void {
    this.#menu.hidden = true
    this.#leave(isCancelled)
  }

  #handleKey(event: KeyboardEvent): void {
    // Letters are no shortcuts of the page here.
    event.stopPropagation()
    const at = this.#items.indexOf(event.target as HTMLButtonElement)
    const count = this.#items.length
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      this.#items[(next + count) % count]?.focus()
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault()
      this.#close(true)
    } else if (event.key.length === 1 && event.key !== " ") {
      const later = [...this.#items.slice(at + 1), ...this.#items]
      later.find(({ textContent }) => textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus()
    }
  }
}
