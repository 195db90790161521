import { ATTRIBUTES_MAX } from "../limits.ts"

/** Events of the scanner, in document order. Names are in lower case, texts are not decoded. */
export type XmlEvents = {
  readonly open: (name: string, attributes: ReadonlyArray<readonly [string, string]>, selfClosing: boolean) => void
  readonly close: (name: string) => void
  /** @param literal true for CDATA, in which references are not decoded */
  readonly text: (text: string, literal: boolean) => void
  readonly declareEntity: (name: string, value: string) => void
  readonly doctype: (name: string) => void
  /** Called for anything that is not well-formed. */
  readonly malformed: () => void
  /** Name of the innermost open element: an unclosed CDATA section ends with it. */
  readonly innermost: () => string | null
  /** Called before each piece; true stops the scan. */
  readonly stop: () => boolean
}

/**
 * Scans a document that may be damaged anywhere: bare `<` and `&`, missing quotes, unclosed CDATA and comments, a cut. Never
 * throws. Every character is read a bounded number of times, so the time is linear.
 */
export const scanXml = (text: string, events: XmlEvents): void => {
  const end = text.length
  const missing = new Set<string>()
  let at = 0

  /** indexOf that caches misses, so that repeated ones stay cheap. */
  const find = (needle: string, from: number): number => {
    if (missing.has(needle)) return -1
    const found = text.indexOf(needle, from)
    if (found < 0) missing.add(needle)
    return found
  }

  const section = (): void => {
    const from = at + CDATA.length
    let until = find("]]>", from)
    let next = until + 3
    if (until < 0) {
      events.malformed()
      const name = events.innermost()
      until = name === null ? -1 : text.indexOf(`</${name}`, from)
      if (until < 0) until = end
      next = until
    }
    events.text(text.slice(from, until), true)
    at = next
  }

  const skipTo = (needle: string, from: number): void => {
    const found = find(needle, from)
    if (found >= 0) {
      at = found + needle.length
      return
    }
    events.malformed()
    const bracket = find(">", from)
    at = bracket < 0 ? end : bracket + 1
  }

  const doctype = (): void => {
    const bracket = find(">", at)
    if (bracket < 0) {
      at = end
      return
    }
    const subset = find("[", at)
    events.doctype((DOCTYPE_NAME.exec(text.slice(at, at + 100))?.[1] ?? "").toLowerCase())
    if (subset < 0 || subset > bracket) {
      at = bracket + 1
      return
    }
    const close = find("]", subset)
    const declarations = text.slice(subset + 1, Math.min(close < 0 ? bracket : close, subset + SUBSET_LENGTH_MAX))
    for (const [, name = "", double, single] of declarations.matchAll(ENTITY)) {
      events.declareEntity(name, double ?? single ?? "")
    }
    const after = find(">", close < 0 ? bracket : close)
    at = after < 0 ? end : after + 1
  }

  const closingTag = (): void => {
    NAME.lastIndex = at + 2
    const name = NAME.exec(text)?.[0] ?? ""
    NO_BRACKET.lastIndex = at + 2
    at += 2 + (NO_BRACKET.exec(text)?.[0].length ?? 0)
    if (text[at] === ">") at += 1
    else events.malformed()
    events.close(name.toLowerCase())
  }

  const openingTag = (name: string): void => {
    const attributes: Array<readonly [string, string]> = []
    at += 1 + name.length
    for (;;) {
      SPACE.lastIndex = at
      at += SPACE.exec(text)?.[0].length ?? 0
      const char = text[at]
      if (char === undefined) {
        // The document ends inside a tag: the incomplete element is dropped.
        events.malformed()
        return
      }
      if (char === ">") {
        at += 1
        events.open(name.toLowerCase(), attributes, false)
        return
      }
      if (char === "/" && text[at + 1] === ">") {
        at += 2
        events.open(name.toLowerCase(), attributes, true)
        return
      }
      if (char === "<") {
        events.malformed()
        events.open(name.toLowerCase(), attributes, false)
        return
      }
      ATTRIBUTE_NAME.lastIndex = at
      const key = ATTRIBUTE_NAME.exec(text)?.[0]
      if (key === undefined) {
        at += 1
        continue
      }
      at += key.length
      const value = attributeValue()
      if (attributes.length < ATTRIBUTES_MAX) attributes.push([key.toLowerCase(), value])
    }
  }

  const attributeValue = (): string => {
    SPACE.lastIndex = at
    const equals = at + (SPACE.exec(text)?.[0].length ?? 0)
    if (text[equals] !== "=") {
      events.malformed()
      return ""
    }
    SPACE.lastIndex = equals + 1
    at = equals + 1 + (SPACE.exec(text)?.[0].length ?? 0)
    const quote = text[at]
    if (quote === '"' || quote === "'") {
      const close = find(quote, at + 1)
      const value = close < 0 ? "" : text.slice(at + 1, close)
      // A quote that is closed inside a later tag was not closed in this one.
      const closes =
        close >= 0 && (!value.includes("<") || !value.includes(">") || AFTER_VALUE.test(text[close + 1] ?? ">"))
      if (closes) {
        at = close + 1
        return value
      }
      at += 1
    }
    if (quote !== '"' && quote !== "'") events.malformed()
    UNQUOTED.lastIndex = at
    const value = UNQUOTED.exec(text)?.[0] ?? ""
    const slash = value.endsWith("/") && text[at + value.length] === ">" ? 1 : 0
    at += value.length - slash
    return value.slice(0, value.length - slash)
  }

  while (at < end && !events.stop()) {
    const bracket = text.indexOf("<", at)
    if (bracket !== at) {
      events.text(text.slice(at, bracket < 0 ? end : bracket), false)
      if (bracket < 0) return
      at = bracket
    }
    const mark = text[at + 1]
    if (mark === "!") {
      if (text.startsWith("<!--", at)) skipTo("-->", at + 4)
      else if (text.slice(at, at + CDATA.length).toUpperCase() === CDATA) section()
      else if (text.slice(at, at + 9).toUpperCase() === "<!DOCTYPE") doctype()
      else skipTo(">", at)
    } else if (mark === "?") {
      skipTo("?>", at)
    } else if (mark === "/" && NAME_START.test(text[at + 2] ?? "")) {
      closingTag()
    } else {
      NAME.lastIndex = at + 1
      const name = NAME.exec(text)?.[0]
      if (name === undefined) {
        events.malformed()
        events.text("<", true)
        at += 1
      } else {
        openingTag(name)
      }
    }
  }
}

const CDATA = "<![CDATA["
const SUBSET_LENGTH_MAX = 100_000
const NAME_START = /[A-Za-z_:\u00c0-\uffff]/
const NAME = /[A-Za-z_:\u00c0-\uffff][^\s/><="']*/y
const ATTRIBUTE_NAME = /[^\s=/><"']+/y
const UNQUOTED = /[^\s>"']*/y
const SPACE = /\s*/y
const NO_BRACKET = /[^<>]*/y
const AFTER_VALUE = /[\s/>?]/
const DOCTYPE_NAME = /^<!doctype\s+([\w:.-]+)/i
const ENTITY = /<!ENTITY\s+([\w.:-]{1,64})\s+(?:"([^"<]{0,1000})"|'([^'<]{0,1000})')\s*>/g
