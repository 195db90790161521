import { Parser } from "htmlparser2"
import { ASSIST_LENGTH_MAX, ASSIST_TEXT_LENGTH_MAX, ASSIST_TEXTS_MAX } from "../contract.ts"

/** A block of an article. */
export type TextBlock = { readonly kind: "heading" | "item" | "quote" | "code" | "text"; readonly text: string }

/** The blocks of an article that one call translates. */
export type TextBlocks = { readonly blocks: ReadonlyArray<TextBlock>; readonly isCut: boolean }

const KINDS: Readonly<Record<string, TextBlock["kind"]>> = {
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  li: "item",
  dt: "item",
  dd: "item",
  blockquote: "quote",
  pre: "code",
}
const BLOCKS = new Set([
  ..."p div section article header footer main aside figure figcaption table caption tr td th ul ol dl hr details summary".split(
    " ",
  ),
  ...Object.keys(KINDS),
])

/** Splits a sanitised article into blocks as a reader sees them. */
export const textBlocks = (html: string): TextBlocks => {
  const blocks: Array<TextBlock> = []
  const kinds: Array<readonly [name: string, kind: TextBlock["kind"]]> = []
  let text = ""
  let length = 0
  let isCut = false

  const end = () => {
    if (isCut) text = ""
    const kind = kinds.at(-1)?.[1] ?? "text"
    const tidy = kind === "code" ? text.replace(/^\n+/, "").trimEnd() : text.replace(/[ \t\r\n\f]+/g, " ").trim()
    text = ""
    if (tidy === "") return
    for (const part of partsOf(tidy)) {
      if (length + part.length > ASSIST_LENGTH_MAX || blocks.length === ASSIST_TEXTS_MAX) {
        isCut = true
        return
      }
      blocks.push({ kind, text: part })
      length += part.length
    }
  }

  const parser = new Parser({
    onopentag: (name) => {
      if (BLOCKS.has(name)) end()
      const kind = KINDS[name]
      if (kind !== undefined) kinds.push([name, kind])
      if (name === "br") text += "\n"
    },
    ontext: (part) => {
      text += part
    },
    onclosetag: (name) => {
      if (BLOCKS.has(name)) end()
      if (kinds.at(-1)?.[0] === name) kinds.pop()
    },
  })
  parser.end(html)
  end()
  return { blocks, isCut }
}

/** Splits a text into pieces that an engine accepts, between sentences if possible. */
const partsOf = (text: string): ReadonlyArray<string> => {
  if (text.length <= ASSIST_TEXT_LENGTH_MAX) return [text]
  const head = text.slice(0, ASSIST_TEXT_LENGTH_MAX)
  const at = Math.max(
    ...[...head.matchAll(/[.!?。！？…]["'”»)]?\s?/g)].map(({ index, 0: mark }) => index + mark.length),
    0,
  )
  const cut = at > ASSIST_TEXT_LENGTH_MAX / 2 ? at : head.replace(/[\ud800-\udbff]$/, "").length
  return [text.slice(0, cut).trim(), ...partsOf(text.slice(cut).trim())]
}
