import { decodeHTMLStrict } from "entities"
import { ENTITIES_MAX, ENTITY_EXPANSION_LENGTH_MAX, ENTITY_VALUE_LENGTH_MAX } from "../limits.ts"

/**
 * Decodes references: the five of XML, numbers, names of HTML (feeds use them undeclared) and entities of the document
 * type. A reference needs its semicolon: `?a=1&copy=2` stays. Entity values are literal and never expanded again, and all
 * their uses add at most ENTITY_EXPANSION_LENGTH_MAX characters.
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
      // Declared entities are split off first, so that no value is decoded twice.
      return text
        .split(/(&[\w.:-]{1,64};)/)
        .map((part, at) =>
          at % 2 === 1 && declared.has(part.slice(1, -1)) ? expand(part, part.slice(1, -1)) : decodeHTMLStrict(part),
        )
        .join("")
    },
  }
}

/** What a strict XML parser would reject in this text. */
export const referenceProblem = (text: string): "malformed-xml" | "unknown-entities" | null => {
  const found = NOT_XML.exec(text)
  if (found === null) return null
  return found[1] === undefined ? "malformed-xml" : "unknown-entities"
}

const XML_NAMES = new Set(["amp", "lt", "gt", "quot", "apos"])
const NOT_XML = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[\da-fA-F]{1,8});)(?:([A-Za-z][\w.-]{0,40});)?/
