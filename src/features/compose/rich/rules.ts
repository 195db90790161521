import { baseKeymap, chainCommands, exitCode, toggleMark } from "prosemirror-commands"
import { redo, undo } from "prosemirror-history"
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules"
import { keymap } from "prosemirror-keymap"
import type { MarkType } from "prosemirror-model"
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list"
import { type Command, type Plugin, TextSelection } from "prosemirror-state"
import { COMMANDS, lineBelow } from "./commands.ts"
import { markType, nodeType } from "./schema.ts"
import { cellAt, moveCell, moveDown } from "./tables.ts"

const item = nodeType("list_item")

const lineBreak: Command = (state, dispatch) => {
  if (cellAt(state) !== null || state.selection.$from.parent.type.name !== "paragraph") return false
  dispatch?.(state.tr.replaceSelectionWith(nodeType("hard_break").create()).scrollIntoView())
  return true
}

/** After Escape, Tab leaves the editor, as in every other field. */
let isLeaving = false
const tab =
  (command: Command): Command =>
  (...given) => {
    const leaves = isLeaving
    isLeaving = false
    return !leaves && command(...given)
  }

const leaveNext: Command = () => {
  isLeaving = true
  return false
}

/** The next item of a list of tasks is a task to do. */
const nextItem: Command = (state, dispatch) => {
  const { $from } = state.selection
  const isTask = $from.depth > 1 && $from.node(-1).type === item && $from.node(-1).attrs["isDone"] !== null
  return splitListItem(item, isTask ? { isDone: false } : { isDone: null })(state, dispatch)
}

export const keys = (askLink: Command): ReadonlyArray<Plugin> => [
  keymap({
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    "Mod-b": toggleMark(markType("strong")),
    "Mod-i": toggleMark(markType("em")),
    "Mod-e": COMMANDS["code"] as Command,
    "Mod-k": askLink,
    "Mod-Shift-x": toggleMark(markType("strike")),
    Enter: chainCommands(lineBelow, moveDown, nextItem),
    "Mod-Enter": chainCommands(exitCode, lineBreak),
    "Shift-Enter": chainCommands(exitCode, lineBreak),
    Tab: tab(chainCommands(moveCell(1), sinkListItem(item))),
    "Shift-Tab": tab(chainCommands(moveCell(-1), liftListItem(item))),
    "Mod-]": sinkListItem(item),
    "Mod-[": liftListItem(item),
    Escape: leaveNext,
  }),
  keymap(baseKeymap),
]

/** What is typed as Markdown becomes what it means. */
export const typing = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,3})\s$/, nodeType("heading"), ([, signs = ""]) => ({ level: signs.length })),
      textblockTypeInputRule(/^```([\w+#.-]{0,30})\s$/, nodeType("code_block"), ([, info = ""]) => ({ info })),
      wrappingInputRule(/^>\s$/, nodeType("blockquote")),
      wrappingInputRule(/^[-*+]\s$/, nodeType("bullet_list")),
      wrappingInputRule(
        /^(\d{1,6})\.\s$/,
        nodeType("ordered_list"),
        ([, number]) => ({ start: Number(number) }),
        ([, number], list) => list.childCount + Number(list.attrs["start"]) === Number(number),
      ),
      new InputRule(/^\[([ xX])\]\s$/, (state, [, sign], from, to) => {
        const { $from } = state.selection
        if ($from.depth < 2 || $from.node(-1).type !== item) return null
        return state.tr.delete(from, to).setNodeMarkup($from.before(-1), null, { isDone: sign !== " " })
      }),
      new InputRule(/^---$/, (state, _, from) => {
        const { $from } = state.selection
        if ($from.parent.type.name !== "paragraph" || $from.parent.textContent !== "--") return null
        const rule = nodeType("horizontal_rule").create()
        const transaction = state.tr.replaceWith($from.before(), $from.after(), [rule, nodeType("paragraph").create()])
        return transaction.setSelection(TextSelection.create(transaction.doc, from + 1))
      }),
      marked(/(?<![*\w])\*\*([^*\s](?:[^*]{0,200}[^*\s])?)\*\*$/, markType("strong")),
      marked(/(?<![*\w])\*([^*\s](?:[^*]{0,200}[^*\s])?)\*$/, markType("em")),
      marked(/~~([^~\s](?:[^~]{0,200}[^~\s])?)~~$/, markType("strike")),
      marked(/`([^`]{1,200})`$/, markType("code")),
      new InputRule(
        /(?<!\S)(https?:\/\/[^\s<>]{1,500}[\w/])([.,;:!?)]{0,3}\s)$/,
        (state, [, href = "", rest = ""], from, to) => {
          if (state.doc.rangeHasMark(from, to, markType("link"))) return null
          return state.tr
            .addMark(from, from + href.length, markType("link").create({ href }))
            .insertText(rest.slice(-1), to)
            .removeStoredMark(markType("link"))
        },
      ),
    ],
  })

const marked = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(pattern, (state, [whole, words = ""], from, to) => {
    const { parent } = state.selection.$from
    if (!parent.type.allowsMarkType(type)) return null
    const start = from + (whole.length - words.length) / 2
    // The last sign was not inserted.
    const transaction = state.tr.delete(Math.min(to, start + words.length), to).delete(from, start)
    return transaction.addMark(from, from + words.length, type.create()).removeStoredMark(type)
  })
