import {
  addFootnote,
  continueList,
  type Edit,
  insertBlock,
  linkSelection,
  prefixLines,
  type Selected,
  wrapSelection,
} from "./edits.ts"

type Words = (key: string) => string
type Tool = {
  readonly name: string
  /** What the button shows; its name if this is empty. */
  readonly sign: string
  readonly edit: (selected: Selected) => Edit
  /** With Ctrl or Command. */
  readonly key?: string
}

const TABLE = "|   |   |\n| - | - |\n|   |   |"
const TOOLS: ReadonlyArray<Tool> = [
  { name: "bold", sign: "B", key: "b", edit: (selected) => wrapSelection(selected, "**") },
  { name: "italic", sign: "I", key: "i", edit: (selected) => wrapSelection(selected, "*") },
  { name: "heading", sign: "H", edit: (selected) => prefixLines(selected, "# ") },
  { name: "link", sign: "", key: "k", edit: linkSelection },
  { name: "quote", sign: "❝", edit: (selected) => prefixLines(selected, "> ") },
  { name: "list", sign: "•", edit: (selected) => prefixLines(selected, "- ") },
  { name: "numbers", sign: "", edit: (selected) => prefixLines(selected, "1. ") },
  { name: "tasks", sign: "☑", edit: (selected) => prefixLines(selected, "- [ ] ") },
  {
    name: "code",
    sign: "<>",
    key: "e",
    edit: (selected) =>
      selected.text.slice(selected.start, selected.end).includes("\n")
        ? insertBlock(selected, `\`\`\`\n${selected.text.slice(selected.start, selected.end)}\n\`\`\``)
        : wrapSelection(selected, "`"),
  },
  { name: "table", sign: "▦", edit: (selected) => insertBlock(selected, TABLE) },
  { name: "footnote", sign: "¹", edit: addFootnote },
]

/** Changes a text area so that its own undo can take it back. */
export const applyEdit = (area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void => {
  area.focus()
  area.setSelectionRange(from, to)
  // Deprecated without a successor that keeps the undo history.
  if (!document.execCommand(insert === "" ? "delete" : "insertText", false, insert)) {
    area.setRangeText(insert, from, to, "end")
    area.dispatchEvent(new InputEvent("input", { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

export const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

export const makeButton = (label: string, sign: string, act: () => void): HTMLButtonElement => {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button"
  button.dataset["tone"] = "quiet"
  button.title = label
  button.ariaLabel = label
  button.textContent = sign || label
  // The text keeps its selection.
  button.addEventListener("pointerdown", (event) => event.preventDefault())
  button.addEventListener("click", act)
  return button
}

/** A toolbar with the keys of the pattern: one stop for Tab, arrows between its buttons. */
export const makeToolbar = (
  t: Words,
  area: () => HTMLTextAreaElement,
  more: ReadonlyArray<HTMLButtonElement>,
): HTMLElement => {
  const bar = document.createElement("div")
  bar.className = "compose-tools"
  bar.role = "toolbar"
  bar.ariaLabel = t("compose.tool.bar")
  const tools = TOOLS.map(({ name, sign, edit, key }) => {
    const button = makeButton(t(`compose.tool.${name}`), sign, () => applyEdit(area(), edit(selectionOf(area()))))
    button.dataset["tool"] = name
    if (key !== undefined) button.setAttribute("aria-keyshortcuts", `Control+${key.toUpperCase()}`)
    return button
  })
  const all = [...tools, ...more]
  for (const [at, button] of all.entries()) button.tabIndex = at === 0 ? 0 : -1
  bar.append(...all)
  bar.addEventListener("keydown", (event) => {
    const at = all.indexOf(event.target as HTMLButtonElement)
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: all.length - 1 - at }[event.key]
    if (step === undefined || at === -1) return
    event.preventDefault()
    const isReversed = getComputedStyle(bar).direction === "rtl" && event.key.startsWith("Arrow")
    const next = all[(at + (isReversed ? -step : step) + all.length) % all.length]
    for (const button of all) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  })
  return bar
}

/** Shortcuts of the tools, and lists that continue with Enter. Returns whether the key was used. */
export const handleKey = (event: KeyboardEvent, area: HTMLTextAreaElement): boolean => {
  if (event.isComposing) return false
  const hasCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  const tool = hasCommand ? TOOLS.find(({ key }) => key === event.key.toLowerCase()) : undefined
  const isEnter = event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey
  const edit = tool?.edit(selectionOf(area)) ?? (isEnter ? continueList(selectionOf(area)) : null)
  if (edit === null) return false
  event.preventDefault()
  applyEdit(area, edit)
  return true
}
