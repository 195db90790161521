import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands"
import { redo, undo } from "prosemirror-history"
import type { MarkType, Node } from "prosemirror-model"
import { liftListItem, wrapInList } from "prosemirror-schema-list"
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state"
import { markType, nodeType, schema } from "./schema.ts"
import { addColumn, addRow, cellAt, newTable, removeColumn, removeRow, removeTable } from "./tables.ts"

const HEADINGS = [1, 2, 3] as const

/** What the buttons do, by the names of the toolbar. Links ask first, and files are chosen first: see RichArea. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  bold: toggleMark(markType("strong")),
  italic: toggleMark(markType("em")),
  strike: toggleMark(markType("strike")),
  heading: (state, dispatch) => nextHeading(state, dispatch),
  quote: (state, dispatch) =>
    isInside(state, "blockquote")
      ? liftFrom("blockquote")(state, dispatch)
      : wrapIn(nodeType("blockquote"))(state, dispatch),
  list: toggleList("bullet_list"),
  numbers: toggleList("ordered_list"),
  tasks: (state, dispatch) => toggleTasks(state, dispatch),
  code: (state, dispatch) => toggleCode(state, dispatch),
  rule: (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodeType("horizontal_rule").create()).scrollIntoView())
    return true
  },
  table: (state, dispatch) => {
    if (cellAt(state) !== null) return false
    insertBlock(state, newTable(3, 2), dispatch)
    return true
  },
  footnote: (state, dispatch) => addFootnote(state, dispatch),
  row: addRow,
  column: addColumn,
  rowAway: removeRow,
  columnAway: removeColumn,
  tableAway: removeTable,
  undo,
  redo,
}

/** Whether the selection has what a button makes. Null if the button has no such state. */
export const isActive = (state: EditorState, tool: string): boolean | null => {
  switch (tool) {
    case "bold":
      return hasMark(state, markType("strong"))
    case "italic":
      return hasMark(state, markType("em"))
    case "strike":
      return hasMark(state, markType("strike"))
    case "link":
      return hasMark(state, markType("link"))
    case "code":
      return hasMark(state, markType("code")) || state.selection.$from.parent.type.name === "code_block"
    case "heading":
      return state.selection.$from.parent.type.name === "heading"
    case "quote":
      return isInside(state, "blockquote")
    case "list":
      return listName(state) === "bullet_list" && itemOf(state)?.attrs["isDone"] === null
    case "numbers":
      return listName(state) === "ordered_list"
    case "tasks":
      return (itemOf(state)?.attrs["isDone"] ?? null) !== null
    default:
      return null
  }
}

const hasMark = ({ doc, selection: { from, to, empty, $from }, storedMarks }: EditorState, type: MarkType): boolean =>
  empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)

/** The innermost ancestor of the selection with this name. */
const ancestor = ({ selection: { $from } }: EditorState, ...names: ReadonlyArray<string>): number | null => {
  for (let depth = $from.depth; depth > 0; depth -= 1) if (names.includes($from.node(depth).type.name)) return depth
  return null
}
const isInside = (state: EditorState, name: string): boolean => ancestor(state, name) !== null
const listName = (state: EditorState): string | undefined => {
  const depth = ancestor(state, "bullet_list", "ordered_list")
  return depth === null ? undefined : state.selection.$from.node(depth).type.name
}
const itemOf = (state: EditorState): Node | null => {
  const depth = ancestor(state, "list_item")
  return depth === null ? null : state.selection.$from.node(depth)
}

/** Paragraph, three levels of headings, and paragraph again. */
const nextHeading: Command = (state, dispatch) => {
  const { parent } = state.selection.$from
  const level = parent.type.name === "heading" ? Number(parent.attrs["level"]) + 1 : HEADINGS[0]
  return level > HEADINGS.length
    ? setBlockType(nodeType("paragraph"))(state, dispatch)
    : setBlockType(nodeType("heading"), { level })(state, dispatch)
}

const liftFrom =
  (name: string): Command =>
  (state, dispatch) => {
    const depth = ancestor(state, name)
    if (depth === null) return false
    const { $from, $to } = state.selection
    const range = $from.blockRange($to, (node) => node.type.name === name)
    if (range === null) return lift(state, dispatch)
    dispatch?.(state.tr.lift(range, depth - 1).scrollIntoView())
    return true
  }

function toggleList(name: "bullet_list" | "ordered_list"): Command {
  return (state, dispatch) => {
    const depth = ancestor(state, "bullet_list", "ordered_list")
    const { $from } = state.selection
    if (depth === null) return wrapInList(nodeType(name))(state, dispatch)
    const list = $from.node(depth)
    if (list.type.name === name) return liftListItem(nodeType("list_item"))(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), nodeType(name), { tight: list.attrs["tight"] }))
    return true
  }
}

const toggleTasks: Command = (state, dispatch) => {
  const depth = ancestor(state, "list_item")
  if (depth === null) {
    if (!wrapInList(nodeType("bullet_list"))(state)) return false
    return wrapInList(nodeType("bullet_list"))(state, (transaction) => dispatch?.(markTasks(transaction, false)))
  }
  dispatch?.(markTasks(state.tr, itemOf(state)?.attrs["isDone"] === null ? false : null))
  return true
}

/** Makes the selected items tasks, or no tasks any more. */
const markTasks = (transaction: Transaction, isDone: boolean | null): Transaction => {
  const { from, to, $from } = transaction.selection
  // The items around the selection stay what they are.
  let depth = $from.depth
  while (depth > 0 && $from.node(depth).type.name !== "list_item") depth -= 1
  transaction.doc.nodesBetween(from, to, (node, at, parent) => {
    const isAround = at < $from.before(Math.max(1, depth)) && at + node.nodeSize > to
    if (node.type.name === "list_item" && parent !== null && !isAround)
      transaction.setNodeMarkup(at, null, { ...node.attrs, isDone })
  })
  return transaction
}

/** Words become code; an empty line or several lines become a block of code. */
const toggleCode: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection
  if ($from.parent.type.name === "code_block") return setBlockType(nodeType("paragraph"))(state, dispatch)
  const isBlock = !$from.sameParent($to) || (empty && $from.parent.content.size === 0)
  return isBlock ? setBlockType(nodeType("code_block"))(state, dispatch) : toggleMark(markType("code"))(state, dispatch)
}

/** Where the body of the text ends and its footnotes begin. */
const endOfBody = (doc: Node): number => {
  let end = 0
  doc.forEach((node, offset) => {
    if (node.type.name !== "footnote") end = offset + node.nodeSize
  })
  return end
}

/** Inserts a block at the selection, with a line after it to continue in. */
export const insertBlock = (
  state: EditorState,
  block: Node,
  dispatch: ((transaction: Transaction) => void) | undefined,
): void => {
  const { $from } = state.selection
  const isTop = block.type.spec.group === "top"
  const depth = isTop ? Math.min(1, $from.depth) : $from.depth
  const transaction = state.tr
  const isEmptyLine = $from.parent.type.name === "paragraph" && $from.parent.content.size === 0
  let [from, to] = [0, 0]
  if ($from.depth === 0) from = to = state.selection.to
  else if (isTop && $from.node(1).type.name === "footnote") from = to = endOfBody(state.doc)
  else if (isEmptyLine && $from.depth === depth) [from, to] = [$from.before(depth), $from.after(depth)]
  else from = to = $from.after(depth)
  const after = transaction.doc.resolve(to).nodeAfter
  const needsLine = after === null || after.type.name === "footnote" || !after.isTextblock
  transaction.replaceWith(from, to, needsLine ? [block, nodeType("paragraph").create()] : block)
  const inside = block.type.name === "table" ? from + 3 : from + block.nodeSize + 1
  dispatch?.(transaction.setSelection(Selection.near(transaction.doc.resolve(inside))).scrollIntoView())
}

const addFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!$from.parent.inlineContent || $from.parent.type.spec.code === true) return false
  const labels: Array<number> = []
  state.doc.descendants((node) => {
    if (/^footnote/.test(node.type.name)) labels.push(Number(node.attrs["label"]) || 0)
  })
  const label = String(Math.max(0, ...labels) + 1)
  if (dispatch !== undefined) {
    const transaction = state.tr.insert(state.selection.to, nodeType("footnote_ref").create({ label }))
    const end = transaction.doc.content.size
    transaction.insert(end, nodeType("footnote").create({ label }, nodeType("paragraph").create()))
    dispatch(transaction.setSelection(TextSelection.create(transaction.doc, end + 2)).scrollIntoView())
  }
  return true
}

/** The link around an empty selection, or the selection. */
export const linkRange = ({ doc, selection }: EditorState): { from: number; to: number; href: string } => {
  const { $from, from, to, empty } = selection
  const type = markType("link")
  const mark = type.isInSet($from.marks()) ?? type.isInSet($from.nodeAfter?.marks ?? [])
  if (mark === undefined) return { from, to, href: "" }
  if (!empty) return { from, to, href: String(mark.attrs["href"]) }
  let [start, end] = [from, from]
  const isLinked = (at: number): boolean => {
    const node = doc.nodeAt(at)
    return node?.isInline === true && mark.isInSet(node.marks)
  }
  while (start > $from.start() && isLinked(start - 1)) start -= 1
  while (end < $from.end() && isLinked(end)) end += 1
  return { from: start, to: end, href: String(mark.attrs["href"]) }
}

/** Enter on a selected picture or card begins a line below it. */
export const lineBelow: Command = (state, dispatch) => {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || selection.node.isInline) return false
  const at = selection.$from.depth === 0 ? selection.to : selection.$from.after(1)
  const transaction = state.tr.insert(at, nodeType("paragraph").create())
  dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, at + 1)).scrollIntoView())
  return true
}

export const linkWith = (
  state: EditorState,
  range: { from: number; to: number },
  href: string,
  text: string,
): Transaction => {
  const mark = markType("link").create({ href })
  if (range.from === range.to) return state.tr.insert(range.from, schema.text(text || href, [mark])).scrollIntoView()
  return state.tr.removeMark(range.from, range.to, markType("link")).addMark(range.from, range.to, mark)
}
