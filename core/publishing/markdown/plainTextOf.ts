import { parsePost, type Token } from "./parser.ts"
import { captionOf, textOfLine } from "./readLine.ts"

export interface PlainTextOptions {
  /** Adds the addresses of links in brackets, for mail. Default: false. */
  readonly withAddresses?: boolean
}

/**
 * The text of a post without marks: paragraphs are separated by an empty line, items of lists begin with a dash or their
 * number, pictures are their captions. For summaries, search and the text part of mail.
 */
export const plainTextOf = (markdown: string, { withAddresses = false }: PlainTextOptions = {}): string => {
  const blocks: Array<string> = []
  const lists: Array<{ next: number | null }> = []
  let item = ""
  let row: Array<string> | null = null
  for (const { type, content, children, attrGet, meta } of parsePost(markdown).map(readable)) {
    switch (type) {
      case "bullet_list_open":
        lists.push({ next: null })
        break
      case "ordered_list_open":
        lists.push({ next: Number(attrGet("start") ?? 1) })
        break
      case "bullet_list_close":
      case "ordered_list_close":
        lists.pop()
        break
      case "list_item_open": {
        const list = lists.at(-1)
        item = "  ".repeat(Math.max(0, lists.length - 1)) + (list?.next == null ? "- " : `${list.next}. `)
        if (list?.next != null) list.next += 1
        break
      }
      case "footnote_open":
        item = `[${String(meta?.["number"])}] `
        break
      case "tr_open":
        row = []
        break
      case "tr_close":
        if (row !== null) blocks.push(row.join(" | "))
        row = null
        break
      case "inline": {
        const text = lineOf(children ?? [], withAddresses)
        if (row !== null) row.push(text)
        else if (text !== "") blocks.push(item + text)
        item = ""
        break
      }
      case "fence":
      case "code_block":
        blocks.push(content.trimEnd())
        break
    }
  }
  return blocks.join("\n\n")
}

/** Methods lose their object when a token is taken apart. */
const readable = (token: Token) => ({
  type: token.type,
  content: token.content,
  children: token.children,
  meta: token.meta,
  attrGet: (name: string) => token.attrGet(name),
})

const lineOf = (line: ReadonlyArray<Token>, withAddresses: boolean): string => {
  let text = ""
  let address: string | null = null
  let linkFrom = 0
  for (const token of line) {
    if (token.type === "link_open") {
      address = String(token.attrGet("href") ?? "")
      linkFrom = text.length
    } else if (token.type === "link_close") {
      const isNamed = address !== null && /^(?:https?|mailto):/i.test(address) && text.slice(linkFrom) !== address
      if (withAddresses && isNamed) text += ` (${address})`
      address = null
    } else if (token.type === "image") text += captionOf(token)
    else if (token.type === "footnote_reference") text += `[${String(token.meta?.["number"])}]`
    else if (token.type === "hardbreak") text += "\n"
    else if (token.type === "task_box") text += token.meta?.["isDone"] === true ? "☑ " : "☐ "
    else text += textOfLine([token])
  }
  return text.trim()
}
