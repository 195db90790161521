import { decodeHTMLStrict } from "entities"
import { ENTITIES_MAX, ENTITY_EXPANSION_LENGTH_MAX, ENTITY_VALUE_LENGTH_MAX } from "../limits.ts"

/**
 * Decodes references in a document's text: XML's five, numbers, HTML's names (feeds use them without declaring them)
 * and what the document type declared. A reference needs its semicolon: `?a=1&copy=2` stays as it is.
 * Declared values are taken literally, never expanded again, and all of them together may add no more than
 * ENTITY_EXPANSION_LENGTH_MAX characters, so nested declarations cannot grow.
 */
export const makeDecoder = () => {
  const declared = new Map<string, string>()
  let budget = ENTITY_EXPANSION_LENGTH_MAX
  const expand = (reference: string, name: string): string => {
    const value = declared.get(name)
    if (value === undefined) return reference
    budget -= value.length
    return budget < 0 ? reference : value
  }
  return {
    declare: (name: string, value: string): void => {
      if (declared.size >= ENTITIES_MAX || value.length > ENTITY_VALUE_LENGTH_MAX) return
      if (!XML_NAMES.has(name) && !declared.has(name)) declared.set(name, decodeHTMLStrict(value))
    },
    decode: (text: string): string => {
      if (!text.includes("&")) return text
      if (declared.size === 0) return decodeHTMLStrict(text)
      // What was declared is set aside while the rest is decoded, lest a value be decoded twice.
      return text
        .split(/(&[\w.:-]{1,64};)/)
        .map((part, at) =>
          at % 2 === 1 && declared.has(part.slice(1, -1)) ? expand(part, part.slice(1, -1)) : decodeHTMLStrict(part),
        )
        .join("")
    },
  }
}

/** What a strict XML reader would have stumbled over in this text. */
export const referenceProblem = (text: string): "malformed-xml" | "unknown-entities" | null => {
  const found = NOT_XML.exec(text)
  if (found === null) return null
  return found[1] === undefined ? "malformed-xml" : "unknown-entities"
}

const XML_NAMES = new Set(["amp", "lt", "gt", "quot", "apos"])
const NOT_XML = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[\da-fA-F]{1,8});)(?:([A-Za-z][\w.-]{0,40});)?/
