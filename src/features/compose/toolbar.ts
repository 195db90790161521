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
  { name: "strike", sign: "S", edit: (selected) => wrapSelection(selected, "~~") },
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
  { name: "rule", sign: "―", edit: (selected) => insertBlock(selected, "---") },
]
/** Tools of the rich editor alone. Those of tables are shown within a table. */
const TABLE_TOOLS = ["row", "column", "rowAway", "columnAway", "tableAway"]
const RICH_TOOLS = [...TABLE_TOOLS, "undo", "redo"]
const RICH_SIGNS: Readonly<Record<string, string>> = { undo: "↶", redo: "↷" }

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

/** Changes the text of an area by a tool of the bar. */
export const applyTool = (area: HTMLTextAreaElement, name: string): void => {
  const tool = TOOLS.find((each) => each.name === name)
  if (tool !== undefined) applyEdit(area, tool.edit(selectionOf(area)))
}

/** What the rich editor says of the selection. */
export type ToolState = {
  readonly isActive: (tool: string) => boolean | null
  readonly isInTable: boolean
}
export type Toolbar = {
  readonly bar: HTMLElement
  /** Shows which formats the selection has; null for Markdown, which does not know. */
  readonly show: (state: ToolState | null) => void
}

/** A toolbar with the keys of the pattern: one stop for Tab, arrows between its buttons. */
export const makeToolbar = (t: Words, use: (tool: string) => void, more: ReadonlyArray<HTMLButtonElement>): Toolbar => {
  const bar = document.createElement("div")
  bar.className = "compose-tools"
  bar.role = "toolbar"
  bar.ariaLabel = t("compose.tool.bar")
  const tool = (name: string, sign: string) => {
    const button = makeButton(t(`compose.tool.${name}`), sign, () => use(name))
    button.dataset["tool"] = name
    return button
  }
  const tools = TOOLS.map(({ name, sign, key }) => {
    const button = tool(name, sign)
    if (key !== undefined) button.setAttribute("aria-keyshortcuts", `Control+${key.toUpperCase()}`)
    return button
  })
  const rich = RICH_TOOLS.map((name) => tool(name, RICH_SIGNS[name] ?? ""))
  const all = [...tools, ...rich, ...more]
  for (const [at, button] of all.entries()) button.tabIndex = at === 0 ? 0 : -1
  bar.append(...all)
  bar.addEventListener("keydown", (event) => {
    const shown = all.filter((button) => !button.hidden)
    const at = shown.indexOf(event.target as HTMLButtonElement)
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: shown.length - 1 - at }[event.key]
    if (step === undefined || at === -1) return
    event.preventDefault()
    const isReversed = getComputedStyle(bar).direction === "rtl" && event.key.startsWith("Arrow")
    const next = shown[(at + (isReversed ? -step : step) + shown.length) % shown.length]
    for (const button of all) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  })
  const show = (state: ToolState | null) => {
    for (const button of [...tools, ...rich]) {
      const name = button.dataset["tool"] ?? ""
      const isActive = state?.isActive(name) ?? null
      if (isActive === null) button.removeAttribute("aria-pressed")
      else button.setAttribute("aria-pressed", String(isActive))
      if (RICH_TOOLS.includes(name)) button.hidden = state === null || (TABLE_TOOLS.includes(name) && !state.isInTable)
    }
  }
  show(null)
  return { bar, show }
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
