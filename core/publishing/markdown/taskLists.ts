import type { MarkdownIt, StateCore } from "markdown-it"

const BOX = /^\[([ xX])\][ \t]+(?=\S)/

/** Task lists: list items that begin with `[ ]` or `[x]`. They show what is done and cannot be changed by readers. */
export const addTaskLists = (parser: MarkdownIt): void => {
  parser.core.ruler.before("inline", "task_box", takeBoxes)
  parser.core.ruler.after("inline", "task_list", showBoxes)
}

const takeBoxes = ({ tokens }: StateCore): void => {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "inline" || tokens[at - 1]?.type !== "paragraph_open") continue
    const item = tokens[at - 2]
    const [box, mark] = item?.type === "list_item_open" ? (BOX.exec(token.content) ?? []) : []
    if (item === undefined || box === undefined) continue
    token.content = token.content.slice(box.length)
    item.meta = token.meta = { isDone: mark !== " " }
  }
}

const showBoxes = ({ tokens, Token }: StateCore): void => {
  for (const { type, meta, children } of tokens) {
    if (type === "inline" && meta !== null && "isDone" in meta)
      children?.unshift(Object.assign(new Token("task_box", "", 0), { meta }))
  }
}
