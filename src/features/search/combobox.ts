import { hasBytes } from "../../lib/text.ts"
import { makeAsk } from "./ask.ts"
import { type Choice, choicesOf, stepOf } from "./choices.ts"
import { lineOf } from "./lineOf.ts"

/** Texts of a combobox; `count` is announced to screen readers. */
interface ComboboxTexts {
  readonly label: string
  readonly count: (count: number) => string
}

/** Debounce of typing. */
const PAUSE_MS = 120
let boxes = 0

/**
 * Turns the field of a search form into a WAI-ARIA combobox: suggestions appear while typing, the focus stays in the
 * field, arrow keys move, Enter accepts or submits, Escape closes.
 */
export const suggestIn = (form: HTMLFormElement, { label, count }: ComboboxTexts): void => {
  const field = form.querySelector<HTMLInputElement>("input[type=search]")
  if (field === null) return
  const { request: send, end } = makeAsk()
  const id = `suggestions-${boxes++}`
  const list = Object.assign(document.createElement("ul"), {
    id,
    className: "suggestions",
    hidden: true,
    role: "listbox",
  })
  list.ariaLabel = label
  const announcement = Object.assign(document.createElement("span"), { className: "visually-hidden", role: "status" })
  form.append(list, announcement)
  field.role = "combobox"
  field.ariaAutoComplete = "list"
  field.ariaExpanded = "false"
  field.setAttribute("aria-controls", id)

  let choices: ReadonlyArray<Choice> = []
  let at = -1
  let pause: ReturnType<typeof setTimeout> | undefined

  const point = (next: number) => {
    at = next
    for (const [index, line] of [...list.children].entries()) {
      line.ariaSelected = String(index === at)
      if (index === at) line.scrollIntoView({ block: "nearest" })
    }
    if (at === -1) field.removeAttribute("aria-activedescendant")
    else field.setAttribute("aria-activedescendant", `${id}-${at}`)
  }
  const show = (found: ReadonlyArray<Choice>) => {
    choices = found
    list.replaceChildren(...found.map((choice, index) => lineOf(choice, `${id}-${index}`)))
    list.hidden = found.length === 0
    field.ariaExpanded = String(!list.hidden)
    announcement.textContent = list.hidden ? "" : count(found.length)
    point(-1)
  }
  const close = () => {
    clearTimeout(pause)
    end()
    show([])
  }
  const update = () => {
    clearTimeout(pause)
    end()
    // The highlighted suggestion belonged to another text.
    point(-1)
    if (!hasBytes(field.value.trim())) return show([])
    pause = setTimeout(async () => {
      const found = await send(field.value)
      // A failed request changes nothing.
      if (found !== undefined && document.activeElement === field) show(choicesOf(found))
    }, PAUSE_MS)
  }
  const take = (choice: Choice) => {
    if (choice.kind === "channel") return follow(choice.href)
    field.value = choice.words.text
    show([])
    update()
  }

  field.addEventListener("input", (event) => {
    // Input methods fire events while composing.
    if (!(event instanceof InputEvent && event.isComposing)) update()
  })
  field.addEventListener("compositionend", update)
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || list.hidden) return
    const chosen = choices[at]
    if (event.key === "ArrowDown") point(stepOf(at, 1, choices.length))
    else if (event.key === "ArrowUp") point(stepOf(at, -1, choices.length))
    else if (event.key === "Enter" && chosen !== undefined) take(chosen)
    else if (event.key === "Escape") close()
    else return
    event.preventDefault()
  })
  // Keeps the focus in the field.
  list.addEventListener("pointerdown", (event) => event.preventDefault())
  list.addEventListener("click", ({ target }) => {
    const line = target instanceof Element ? target.closest("[role=option]") : null
    const chosen = choices[line === null ? -1 : [...list.children].indexOf(line)]
    if (chosen !== undefined) take(chosen)
  })
  form.addEventListener("focusout", close)
  form.addEventListener("reset", close)
  // The next page may be swapped into this document.
  form.addEventListener("submit", close)

  // Text typed while this script loaded.
  if (document.activeElement === field && field.value !== field.defaultValue) update()
}

/** Navigates by a link, so that playing media continue. */
const follow = (href: string): void => {
  const link = Object.assign(document.createElement("a"), { href, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
}
