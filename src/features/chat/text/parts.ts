/** A piece of a message's text: as it is, or a link, or somebody who is meant, each perhaps found by a search. */
export interface Part {
  readonly text: string
  /** Where it leads, always http or https. */
  readonly href?: string
  /** The code of who is meant. */
  readonly mention?: string
  readonly isFound?: boolean
}

/** Somebody who wrote in the room, and may be meant by code or name. */
export interface Known {
  readonly code: string
  readonly name: string
}

const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}]+/giu
/** Ends a sentence, not an address. */
const CLOSING = /[.,;:!?…。，；：！？、'"*_~]+$/u
const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
  ["（", "）"],
  ["「", "」"],
] as const

/** Cuts a text into what is shown: links, mentions of people who wrote here, and what a search found. */
export const partsOf = (
  text: string,
  { people, found = "" }: { readonly people: ReadonlyArray<Known>; readonly found?: string },
): ReadonlyArray<Part> =>
  linked(text)
    .flatMap((part) => (part.href === undefined ? mentioned(part.text, people) : [part]))
    .flatMap((part) => marked(part, found))

/** Where the first link of a text leads. */
export const linkIn = (text: string): string | undefined => linked(text).find(({ href }) => href !== undefined)?.href

const linked = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = addressIn(match)
    if (address === "") continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href: new URL(address).href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** The address without the marks of the sentence around it; empty where it is none. */
const addressIn = (match: string): string => {
  let address = match.replace(CLOSING, "")
  for (const [open, close] of BRACKETS)
    while (address.endsWith(close) && count(address, close) > count(address, open))
      address = address.slice(0, -1).replace(CLOSING, "")
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : ""
}

const count = (text: string, part: string): number => text.split(part).length - 1

const mentioned = (text: string, people: ReadonlyArray<Known>): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let end = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])@/gu)) {
    if (index < end) continue
    const meant = meantBy(text.slice(index + 1), people)
    if (meant === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: text.slice(index, index + 1 + meant.length), mention: meant.code })
    end = index + 1 + meant.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** The longest code or name with which the text begins, as a whole word. */
const meantBy = (text: string, people: ReadonlyArray<Known>) => {
  const lower = text.toLowerCase()
  return people
    .flatMap(({ code, name }) => [code, name].map((called) => ({ code, called, length: called.length })))
    .filter(({ called }) => called !== "" && lower.startsWith(called.toLowerCase()))
    .filter(({ length }) => !/^[\p{L}\p{N}_]/u.test(text.slice(length)))
    .sort((one, other) => other.length - one.length)[0]
}

const marked = (part: Part, found: string): ReadonlyArray<Part> => {
  const terms = found.trim().split(/\s+/).filter(Boolean).map(begun)
  if (terms.length === 0) return [part]
  return part.text
    .split(new RegExp(`(${terms.join("|")})`, "giu"))
    .map((text, index) => ({ ...part, text, ...(index % 2 === 1 ? { isFound: true } : {}) }))
    .filter(({ text }) => text !== "")
}

/** Words are found from their beginning; scripts without spaces between words have none. */
const begun = (term: string): string => (/^[\p{Script=Latin}\p{N}]/u.test(term) ? NO_WORD_BEFORE : "") + escaped(term)
const NO_WORD_BEFORE = "(?<![\\p{Script=Latin}\\p{N}])"

const escaped = (term: string): string => term.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
