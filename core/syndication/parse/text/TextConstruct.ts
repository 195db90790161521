import { innerMarkup } from "../xml/innerMarkup.ts"
import { attributeOf, type XmlElement } from "../xml/XmlElement.ts"

/** Decodes Base64 text, or null if it is not Base64 or not UTF-8. */
const decodeBase64 = (text: string): string | null => {
  const packed = text.replace(/\s+/g, "")
  if (packed === "" || packed.length % 4 === 1 || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(packed)) return null
  const bytes = Buffer.from(packed, "base64")
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * A text with its type. `words`: plain. `html`: HTML source according to the document. `unsure`: RSS, which does not
 * say whether a text is HTML.
 */
export type TextConstruct = {
  readonly kind: "words" | "html" | "unsure"
  readonly value: string
  /** Base of relative addresses inside it, or null if the document has none. */
  readonly base: string | null
  readonly language: string | null
}

/**
 * Reads a text element by Atom's rules (both versions) if it declares a type or mode, otherwise by those of its
 * dialect. A CDATA section that was escaped or nested is unwrapped.
 */
export const readText = (element: XmlElement, dialect: "atom" | "rss"): TextConstruct | null => {
  const { kind, value: written } = readValue(element, dialect)
  const value = written.startsWith("<![CDATA[")
    ? written
        .slice("<![CDATA[".length)
        .replace(/\]\]>\s*$/, "")
        .trim()
    : written
  return value === "" ? null : { kind, value, base: element.base, language: element.language }
}

type Value = Pick<TextConstruct, "kind" | "value">

const readValue = (element: XmlElement, dialect: "atom" | "rss"): Value => {
  const type = attributeOf(element, "type")?.toLowerCase().split(";")[0]?.trim() ?? null
  const mode = attributeOf(element, "mode")?.toLowerCase() ?? null
  const marked = element.children.some((child) => typeof child !== "string")
  const source = (): string => innerMarkup(element, "source")

  if (mode === "base64") return ofType(type, decodeBase64(source()) ?? source())
  if (mode === "escaped") return ofType(type ?? "text/plain", source())
  if (type === "xhtml" || type === "application/xhtml+xml") {
    // Some publishers escape their XHTML: without child elements it is HTML source.
    return marked ? { kind: "html", value: innerMarkup(element, "words") } : { kind: "html", value: source() }
  }
  if (type === "html" || type === "text/html") return { kind: "html", value: source() }
  if (type === null || type === "text" || type.startsWith("text/") || type === "plain") {
    if (marked) return { kind: "html", value: source() }
    return { kind: dialect === "atom" ? "words" : "unsure", value: source() }
  }
  if (dialect === "rss" || type.endsWith("+xml") || type.endsWith("/xml")) {
    return { kind: marked ? "html" : "unsure", value: innerMarkup(element, marked ? "words" : "source") }
  }
  return { kind: "unsure", value: decodeBase64(source()) ?? source() }
}

const ofType = (type: string | null, value: string): Value => ({
  kind: type === null ? "unsure" : type === "text/plain" || type === "text" ? "words" : "html",
  value: value.trim(),
})
