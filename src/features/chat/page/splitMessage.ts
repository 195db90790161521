/** A piece of a message: text, link or mention, perhaps a search hit. */
export interface MessagePart {
  readonly text: string
  /** http or https only. */
  readonly href?: string
  /** The user code of the mentioned person. */
  readonly mention?: string
  readonly isFound?: boolean
}

/** An author in the room, who can be mentioned. */
export interface KnownPerson {
  readonly code: string
  readonly name: string
}

const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}]+/giu
/** Punctuation that ends a sentence, not an address. */
const CLOSING = new Set(".,;:!?…。，；：！？、'\"*_~")
const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
  ["（", "）"],
  ["「", "」"],
] as const

/** Splits a text into links, mentions and search hits. */
export const splitMessage = (
  text: string,
  { people, found = "" }: { readonly people: ReadonlyArray<KnownPerson>; readonly found?: string },
): ReadonlyArray<MessagePart> =>
  linked(text)
    .flatMap((part) => (part.href === undefined ? mentioned(part.text, people) : [part]))
    .flatMap((part) => marked(part, found))

export const linkIn = (text: string): string | undefined => linked(text).find(({ href }) => href !== undefined)?.href

const linked = (text: string): ReadonlyArray<MessagePart> => {
  const parts: Array<MessagePart> = []
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

/** The address that begins at a place, empty if there is none, and where the next one may begin. */
export const addressAt = (text: string, at: number): { readonly address: string; readonly end: number } => {
  ADDRESS_HERE.lastIndex = at
  const [match] = ADDRESS_HERE.exec(text) ?? []
  return match === undefined ? { address: "", end: at + 1 } : { address: addressIn(match), end: at + match.length }
}
const ADDRESS_HERE = new RegExp(ADDRESS.source, "iuy")

/** An address without surrounding punctuation; empty if there is none. */
const addressIn = (match: string): string => {
  const surplus = BRACKETS.map(([open, close]) => count(match, close) - count(match, open))
  let end = match.length
  for (; end > 0; end -= 1) {
    const last = match[end - 1] ?? ""
    const bracket = BRACKETS.findIndex(([, close]) => close === last)
    if (bracket === -1 ? !CLOSING.has(last) : (surplus[bracket] ?? 0) <= 0) break
    if (bracket !== -1) surplus[bracket] = (surplus[bracket] ?? 0) - 1
  }
  const address = match.slice(0, end)
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : ""
}

const count = (text: string, part: string): number => text.split(part).length - 1

const mentioned = (text: string, people: ReadonlyArray<KnownPerson>): ReadonlyArray<MessagePart> => {
  const parts: Array<MessagePart> = []
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

/** The longest code or name at the start of the text, as a whole word. */
const meantBy = (text: string, people: ReadonlyArray<KnownPerson>) => {
  const lower = text.toLowerCase()
  return people
    .flatMap(({ code, name }) => [code, name].map((called) => ({ code, called, length: called.length })))
    .filter(({ called }) => called !== "" && lower.startsWith(called.toLowerCase()))
    .filter(({ length }) => !/^[\p{L}\p{N}_]/u.test(text.slice(length)))
    .sort((one, other) => other.length - one.length)[0]
}

const marked = (part: MessagePart, found: string): ReadonlyArray<MessagePart> => {
  const terms = found.trim().split(/\s+/).filter(Boolean).map(begun)
  if (terms.length === 0) return [part]
  return part.text
    .split(new RegExp(`(${terms.join("|")})`, "giu"))
    .map((text, index) => ({ ...part, text, ...(index % 2 === 1 ? { isFound: true } : {}) }))
    .filter(({ text }) => text !== "")
}

/** Words match from their beginning; scripts without spaces match anywhere. */
const begun = (term: string): string => (/^[\p{Script=Latin}\p{N}]/u.test(term) ? NO_WORD_BEFORE : "") + escaped(term)
const NO_WORD_BEFORE = "(?<![\\p{Script=Latin}\\p{N}])"

const escaped = (term: string): string => term.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** Suggestions at once. */
export const OFFERED_MAX = 6

/** The mention being typed, from a position on. */
export interface Mention {
  readonly from: number
  readonly typed: string
}

/** The mention at the caret, if any. */
export const mentionAt = (text: string, caret: number): Mention | undefined => {
  const [, typed] = /(?<![\p{L}\p{N}_])@([\p{L}\p{N}_ -]{0,24})$/u.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed }
}

/** People whose name or code starts with the typed text, most recent authors first. */
export const suggestPeople = (people: ReadonlyArray<KnownPerson>, { typed }: Mention): ReadonlyArray<KnownPerson> => {
  const wanted = typed.toLowerCase()
  return people
    .filter(({ code, name }) => [code, name].some((called) => called.toLowerCase().startsWith(wanted)))
    .slice(0, OFFERED_MAX)
}

/** The completed text and the new caret position. */
export const completeMention = (text: string, caret: number, { from }: Mention, { code, name }: KnownPerson) => {
  const called = `@${name === "" ? code : name} `
  return { text: text.slice(0, from) + called + text.slice(caret), caret: from + called.length }
}

/** A hit is placed within this many characters, so that it is visible in two lines on a phone. */
const BEFORE_MAX = 40
/** Characters kept before a hit otherwise. */
const KEPT_MAX = 20

/** Cuts the beginning of a text if a hit would be too far behind. */
export const excerptOf = (text: string, found: string): string => {
  const parts = splitMessage(text, { people: [], found })
  const first = parts.findIndex(({ isFound }) => isFound === true)
  const at = parts.slice(0, Math.max(first, 0)).reduce((sum, part) => sum + part.text.length, 0)
  if (at <= BEFORE_MAX) return text
  const from = at - KEPT_MAX
  const space = text.slice(from, at).search(/\s/u)
  // Cuts at a space, never inside a character.
  const begin = space === -1 ? from + (/^[\udc00-\udfff]/.test(text.slice(from)) ? 1 : 0) : from + space + 1
  return `…${text.slice(begin)}`
}

/** Breaks addresses so that they are not links: the whole row is one. */
export const withoutLinks = (text: string): string => text.replaceAll("://", ":\u2060//")
