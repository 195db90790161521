import { addressAt } from "./splitMessage.ts"

/** Text within a line: plain, code, a named link, or emphasis around other parts. */
export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "link"; readonly href: string; readonly parts: ReadonlyArray<Inline> }
  | { readonly kind: "strong" | "em"; readonly parts: ReadonlyArray<Inline> }

/** A part of a message. */
export type Block =
  | { readonly kind: "text" | "quote"; readonly parts: ReadonlyArray<Inline> }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly items: ReadonlyArray<ListItem> }

/** `number` as typed; null for a bullet. */
export type ListItem = { readonly number: number | null; readonly parts: ReadonlyArray<Inline> }

const FENCE = /^```[^`]{0,40}$/
const ITEM = /^ {0,3}(?:[-*•]|(\d{1,6})\.) +(?=\S)/
const QUOTE = /^ {0,3}> ?/

/**
 * Reads the Markdown that messages support: bold, italics, code, code blocks, quotes, lists and links. Everything else
 * stays as it was typed. Each character is visited a constant number of times, because strangers choose the text.
 */
export const parseMarkdown = (text: string): ReadonlyArray<Block> => {
  const lines = text.split("\n")
  const fences = lines.flatMap((line, at) => (FENCE.test(line.trimEnd()) ? [at] : []))
  const blocks: Array<Block> = []
  let plain: Array<string> = []
  const endPlain = () => {
    const joined = plain.join("\n")
    // Beside another block an empty line would only double the distance.
    const content = blocks.length > 0 || plain.length < lines.length ? joined.replace(/^\n/, "").trimEnd() : joined
    if (content !== "") blocks.push({ kind: "text", parts: parseInline(content) })
    plain = []
  }
  let nextFence = 0
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ""
    while ((fences[nextFence] ?? lines.length) < at) nextFence += 1
    const closing = fences[nextFence] === at ? fences[nextFence + 1] : undefined
    if (closing !== undefined && lines[closing]?.trim() === "```") {
      endPlain()
      blocks.push({ kind: "code", text: lines.slice(at + 1, closing).join("\n") })
      at = closing + 1
    } else if (QUOTE.test(line)) {
      endPlain()
      const quoted = runOf(lines, at, QUOTE)
      blocks.push({ kind: "quote", parts: parseInline(quoted.map((each) => each.replace(QUOTE, "")).join("\n")) })
      at += quoted.length
    } else if (ITEM.test(line)) {
      endPlain()
      const items = runOf(lines, at, ITEM)
      blocks.push({ kind: "list", items: items.map(itemOf) })
      at += items.length
    } else {
      plain.push(line)
      at += 1
    }
  }
  endPlain()
  return blocks
}

/** The lines from a place on that match. */
const runOf = (lines: ReadonlyArray<string>, from: number, pattern: RegExp): ReadonlyArray<string> => {
  let to = from + 1
  while (to < lines.length && pattern.test(lines[to] ?? "")) to += 1
  return lines.slice(from, to)
}

const itemOf = (line: string): ListItem => {
  const number = ITEM.exec(line)?.[1]
  return { number: number === undefined ? null : Number(number), parts: parseInline(line.replace(ITEM, "")) }
}

/** An emphasis or link text that has begun. */
type Open = { readonly mark: "**" | "*" | "_" | "[" | ""; readonly parts: Array<Inline> }

const LINK = /\]\((https?:\/\/[^\s()<>"'`\\^{}|]{1,2000})\)/uy
const WORD = /[\p{L}\p{N}]/u
const DIGIT = /\d/

/** The mark at a place. Of three asterisks, the inner emphasis takes the first when it ends. */
const markAt = (text: string, at: number, open: Open["mark"] | undefined): "**" | "*" | "_" | undefined => {
  if (text[at] === "_") return text[at - 1] === "_" || text[at + 1] === "_" ? undefined : "_"
  if (text[at] !== "*") return undefined
  const isDouble = text[at + 1] === "*" && !(open === "*" && text[at + 2] === "*")
  return isDouble ? "**" : "*"
}

/** Reads one pass from left to right. At most one emphasis of each kind is open, so that nothing is read twice. */
const parseInline = (text: string): ReadonlyArray<Inline> => {
  const stack: Array<Open> = [{ mark: "", parts: [] }]
  const parts = () => (stack.at(-1) as Open).parts
  let plain = ""
  let hasBacktick = true
  /** No address begins before this place. */
  let addressFrom = 0
  const endPlain = () => {
    if (plain !== "") parts().push({ kind: "text", text: plain })
    plain = ""
  }
  /** What was begun but not ended is text. */
  const dropTo = (depth: number) => {
    while (stack.length > depth) {
      const { mark, parts: inner } = stack.pop() as Open
      parts().push({ kind: "text", text: mark }, ...inner)
    }
  }
  const begin = (mark: Open["mark"]) => {
    endPlain()
    stack.push({ mark, parts: [] })
  }
  const end = (at: number, wrap: (inner: ReadonlyArray<Inline>) => Inline) => {
    endPlain()
    dropTo(at + 1)
    const { parts: inner } = stack.pop() as Open
    parts().push(wrap(inner))
  }

  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? ""
    if (sign === "h" && at >= addressFrom) {
      const { address, end: to } = addressAt(text, at)
      addressFrom = to
      if (address !== "") {
        plain += address
        at += address.length
        continue
      }
    }
    if (sign === "`" && hasBacktick) {
      const close = text.indexOf("`", at + 1)
      hasBacktick = close !== -1
      if (close > at + 1) {
        endPlain()
        parts().push({ kind: "code", text: text.slice(at + 1, close) })
        at = close + 1
        continue
      }
    }
    if (sign === "[" && !stack.some(({ mark }) => mark === "[")) {
      begin("[")
      at += 1
      continue
    }
    if (sign === "]") {
      const open = stack.findIndex(({ mark }) => mark === "[")
      LINK.lastIndex = at
      const [whole, href] = (open === -1 ? null : LINK.exec(text)) ?? []
      if (whole !== undefined && href !== undefined && URL.canParse(href)) {
        end(open, (inner) => ({ kind: "link", href: new URL(href).href, parts: inner }))
        at += whole.length
        continue
      }
      // Not a link: the next bracket may begin one.
      if (open !== -1) {
        endPlain()
        dropTo(open)
      }
    }
    const mark = markAt(text, at, stack.at(-1)?.mark)
    if (mark !== undefined) {
      const [before, after] = [text[at - 1] ?? " ", text[at + mark.length] ?? " "]
      const open = stack.findIndex((each) => each.mark === mark)
      // Names with underscores and products of numbers stay as they are.
      const isWithinWord = (mark === "_" ? WORD : DIGIT).test(before) && (mark === "_" ? WORD : DIGIT).test(after)
      const hasContent = plain !== "" || stack.length > open + 1 || parts().length > 0
      if (open !== -1 && hasContent && before.trim() !== "" && !isWithinWord) {
        end(open, (inner) => ({ kind: mark === "**" ? "strong" : "em", parts: inner }))
        at += mark.length
        continue
      }
      if (open === -1 && after.trim() !== "" && !isWithinWord && !(mark === "_" && WORD.test(before))) {
        begin(mark)
        at += mark.length
        continue
      }
      plain += mark
      at += mark.length
      continue
    }
    plain += sign
    at += 1
  }
  endPlain()
  dropTo(1)
  return merged(parts())
}

/** Joins neighbouring texts, so that names with signs in them are found. */
const merged = (parts: ReadonlyArray<Inline>): ReadonlyArray<Inline> => {
  const joined: Array<Inline> = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { kind: "text", text: last.text + part.text }
    else joined.push("parts" in part ? { ...part, parts: merged(part.parts) } : part)
  }
  return joined
}
