import type { Token } from "./parser.ts"

/** Characters of an anchor's words. */
const ANCHOR_LENGTH_MAX = 60

/** The words of a line, without its marks. */
export const textOfLine = (line: ReadonlyArray<Token>): string => {
  let text = ""
  for (const { type, content, children } of line) {
    if (type === "text" || type === "code_inline" || type === "text_special") text += content
    else if (type === "softbreak" || type === "hardbreak") text += " "
    else if (children !== null) text += textOfLine(children)
  }
  return text
}

/** The words in the brackets of an image. */
export const captionOf = (image: Token): string => textOfLine(image.children ?? []).trim()

/** The images of a line that has nothing else, or null. */
export const loneMediaOf = (line: ReadonlyArray<Token>): ReadonlyArray<Token> | null => {
  const images: Array<Token> = []
  for (const token of line) {
    if (token.type === "image") images.push(token)
    else if (token.type !== "softbreak" && !(token.type === "text" && token.content.trim() === "")) return null
  }
  return images.length === 0 ? null : images
}

/** The web address that a line consists of, or null. */
export const loneAddressOf = (line: ReadonlyArray<Token>): string | null => {
  const [open, text, close, ...rest] = line.filter(({ type, content }) => type !== "text" || content.trim() !== "")
  if (open?.info !== "auto" || open.type !== "link_open" || text?.type !== "text" || close?.type !== "link_close")
    return null
  const address = String(open.attrGet("href") ?? "")
  return rest.length === 0 && /^https?:\/\//i.test(address) ? address : null
}

/** The words of a heading as the end of an address: letters and digits of any script, joined by hyphens. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, ANCHOR_LENGTH_MAX)
    .toWellFormed() || "section"
