import { decodeHTMLStrict } from "entities"
import {
  DEPTH_MAX,
  ENTITIES_MAX,
  ENTITY_EXPANSION_LENGTH_MAX,
  ENTITY_VALUE_LENGTH_MAX,
  NAMESPACES_MAX,
  NODES_MAX,
} from "../limits.ts"
import { resolveAddress } from "../resolveAddress.ts"
import { canonicalName, isCoreAddress, isKnownAddress, type Scope } from "./namespaces.ts"
import { scanXml } from "./scanXml.ts"
import type { XmlElement } from "./XmlElement.ts"

/**
 * Decodes references: the five of XML, numbers, names of HTML (feeds use them undeclared) and entities of the document
 * type. A reference needs its semicolon: `?a=1&copy=2` stays. Entity values are literal and never expanded again, and all
 * their uses add at most ENTITY_EXPANSION_LENGTH_MAX characters.
 */
const makeDecoder = () => {
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
const referenceProblem = (text: string): "malformed-xml" | "unknown-entities" | null => {
  const found = NOT_XML.exec(text)
  if (found === null) return null
  return found[1] === undefined ? "malformed-xml" : "unknown-entities"
}

const XML_NAMES = new Set(["amp", "lt", "gt", "quot", "apos"])
const NOT_XML = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[\da-fA-F]{1,8});)(?:([A-Za-z][\w.-]{0,40});)?/

export type XmlProblem = "malformed-xml" | "unknown-entities" | "truncated"

export type XmlDocument = {
  /** The first element named in `roots`, or null. */
  readonly root: XmlElement | null
  /** Namespaces that the root declares: prefix to address. */
  readonly namespaces: Scope
  /** Whether the document is an HTML page or begins like one. */
  readonly html: boolean
  /** Name in the document type declaration, such as `rss`, or null. */
  readonly doctype: string | null
  /** Name of the root as written, in lower case. */
  readonly rootName: string | null
  /** Name of the first element. */
  readonly first: string | null
  readonly problems: ReadonlySet<XmlProblem>
}

/**
 * Parses a document leniently into one tree of canonical names: text before the root is ignored, mismatched tags are
 * repaired, and an item that begins inside another one ends it.
 * @param roots local names of possible roots
 * @param documentUrl base of a relative xml:base on the root, or null
 */
export const readXml = (text: string, roots: ReadonlySet<string>, documentUrl: string | null): XmlDocument => {
  const decoder = makeDecoder()
  const problems = new Set<XmlProblem>()
  const stack: Array<Frame> = []
  let root: XmlElement | null = null
  let rootName: string | null = null
  let namespaces: Scope = NO_NAMESPACES
  let html = false
  let doctype: string | null = null
  let first: string | null = null
  let nodes = 0
  let done = false

  const popTo = (length: number): void => {
    stack.length = length
    if (length === 0) done = true
  }

  const makeFrame = (written: string, attributes: Attributes): Frame => {
    const above = stack.at(-1)
    let scope = declareNamespaces(above?.scope ?? NO_NAMESPACES, attributes)
    // RSS has no namespace, so an unknown default namespace on the root is ignored.
    if (above === undefined && isForeignDefault(written, scope.get("") ?? "")) scope = new Map([...scope, ["", ""]])
    const named = new Map<string, string>()
    for (const [key, value] of attributes) {
      const name = canonicalName(key, scope, true)
      if (!key.startsWith("xmlns") && !named.has(name)) named.set(name, decoder.decode(value).replace(LINE, " "))
    }
    const inherited = above?.element.base ?? null
    const base = named.get("xml:base")?.trim() ?? ""
    const language = named.get("xml:lang")?.trim()
    const element: XmlElement = {
      name: canonicalName(written, scope, false),
      local: written.slice(written.indexOf(":") + 1),
      attributes: named,
      children: [],
      base: base === "" ? inherited : (resolveAddress(base, inherited ?? documentUrl) ?? inherited),
      language: language === undefined ? (above?.element.language ?? null) : language === "" ? null : language,
    }
    return { written, element, scope }
  }

  const append = (text: string): void => {
    stack.at(-1)?.element.children.push(text)
  }

  scanXml(text, {
    stop: () => done,
    malformed: () => problems.add("malformed-xml"),
    innermost: () => stack.at(-1)?.written ?? null,
    declareEntity: decoder.declare,
    doctype: (name) => {
      doctype ??= name
      html ||= name === "html"
    },
    text: (piece, literal) => {
      if (stack.length === 0) {
        if (piece.trim() !== "") problems.add("malformed-xml")
        return
      }
      if (literal || !piece.includes("&")) return append(piece)
      const problem = referenceProblem(piece)
      if (problem !== null) problems.add(problem)
      append(decoder.decode(piece))
    },
    open: (written, attributes, selfClosing) => {
      first ??= written
      nodes += 1
      if (nodes > NODES_MAX) {
        problems.add("truncated")
        done = true
        return
      }
      if (stack.length === 0 && (root !== null || !roots.has(written.slice(written.indexOf(":") + 1)))) {
        html ||= written === "html" || first === "body"
        problems.add("malformed-xml")
        return
      }
      const misplaced = endOfUnclosed(stack, written)
      if (misplaced !== null) {
        problems.add("malformed-xml")
        stack.length = misplaced
      }
      const frame = makeFrame(written, attributes)
      if (stack.length === 0) {
        root = frame.element
        rootName = written
        namespaces = frame.scope
      } else {
        stack.at(-1)?.element.children.push(frame.element)
      }
      if (selfClosing) {
        if (stack.length === 0) done = true
      } else if (stack.length < DEPTH_MAX && !isVoid(written, stack)) {
        stack.push(frame)
      }
    },
    close: (written) => {
      if (stack.length === 0) return
      for (let at = stack.length - 1; at >= 0; at -= 1) {
        if (stack[at]?.written !== written) continue
        if (at !== stack.length - 1) problems.add("malformed-xml")
        return popTo(at)
      }
      if (!VOID.has(written)) problems.add("malformed-xml")
    },
  })
  if (stack.length > 0) problems.add("truncated")
  return { root, rootName, namespaces, html, doctype, first, problems }
}

type Frame = { readonly written: string; readonly element: XmlElement; readonly scope: Scope }
type Attributes = ReadonlyArray<readonly [string, string]>

const NO_NAMESPACES: Scope = new Map()
const LINE = /[\t\r\n]/g

/** HTML that was not escaped has unclosed tags. Feeds have elements with some of these names (`link`). */
const VOID = new Set(["br", "hr", "img", "wbr", "col", "input", "embed", "param", "area", "track"])

/** Elements with a short text and no child fields. */
const LEAVES = new Set(["title", "link", "guid", "pubdate", "comments"])
const FIELDS = new Set([
  ...LEAVES,
  "description",
  "item",
  "entry",
  "id",
  "updated",
  "published",
  "summary",
  "content:encoded",
])

const isVoid = (written: string, stack: ReadonlyArray<Frame>): boolean => stack.length > 1 && VOID.has(written)

/** Length of the stack to keep if this element shows that another was not closed, otherwise null. */
const endOfUnclosed = (stack: ReadonlyArray<Frame>, written: string): number | null => {
  if (written === "item" || written === "entry") {
    for (let at = stack.length - 1; at >= 0; at -= 1) {
      const open = stack[at]?.written ?? ""
      if (open.startsWith("content")) return null
      if (open === written) return at
    }
    return null
  }
  const innermost = stack.at(-1)?.written ?? ""
  return LEAVES.has(innermost) && FIELDS.has(written) ? stack.length - 1 : null
}

const isForeignDefault = (root: string, address: string): boolean =>
  root.includes(":") ? !isKnownAddress(address) : !isCoreAddress(address)

const declareNamespaces = (scope: Scope, attributes: Attributes): Scope => {
  let declared: Map<string, string> | null = null
  for (const [key, value] of attributes) {
    if (key !== "xmlns" && !key.startsWith("xmlns:")) continue
    declared ??= new Map(scope)
    const prefix = key.slice("xmlns:".length)
    if (declared.size < NAMESPACES_MAX || declared.has(prefix)) declared.set(prefix, value)
  }
  return declared ?? scope
}
