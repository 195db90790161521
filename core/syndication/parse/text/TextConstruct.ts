import { innerMarkup } from "../xml/innerMarkup.ts"
import type { XmlElement } from "../xml/XmlElement.ts"
import { attributeOf } from "../xml/XmlElement.ts"
import { decodeBase64 } from "./decodeBase64.ts"

/**
 * A text with what its document says about it. `words`: to be shown as it is. `html`: HTML source that the document
 * vouches for. `unsure`: RSS, which never says whether a text is HTML.
 */
export type TextConstruct = {
  readonly kind: "words" | "html" | "unsure"
  readonly value: string
  /** Where relative addresses inside it belong, or null where the document has no say. */
  readonly base: string | null
  readonly language: string | null
}

/**
 * Reads a text element by Atom's rules (both versions) where it declares a type or mode, else by its dialect's. A CDATA
 * section that was itself escaped or put into another one is opened.
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
    // Some publishers escape what they call XHTML: without one element inside it is HTML source.
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
