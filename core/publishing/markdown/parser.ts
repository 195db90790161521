import MarkdownIt, { type Env, type Token } from "markdown-it"
import { stripBidiControls } from "#core/kernel"
import { addFootnotes } from "./footnotes.ts"
import { addTaskLists } from "./taskLists.ts"
import { addUnspacedBreaks } from "./unspacedBreaks.ts"

export type { Token } from "markdown-it"

/**
 * Deeper quotes and lists are text. A line is read once for each level around it, so this is also the factor of the worst
 * case. A list in a list takes two levels.
 */
export const NESTING_LEVELS_MAX = 32

/**
 * Parser of the format `md1`: CommonMark with tables, strikethrough, footnotes, task lists and bare addresses as links.
 * HTML is text. markdown-it rather than micromark: it is three times as fast, and its tokens can be changed before they
 * are written.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: NESTING_LEVELS_MAX })
addFootnotes(parser)
addTaskLists(parser)
addUnspacedBreaks(parser)
// Only addresses with a scheme: "example.com" in a sentence may be a name.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
parser.validateLink = (address) => ADDRESS.test(address)

/** Tokens of a post. Their number is linear in its length. */
export const parsePost = (markdown: string, env: Env = {}): Array<Token> => parser.parse(cleanText(markdown), env)

/** The identity of the file that `media:<mediaId>` refers to, or null for other addresses. */
export const mediaIdOf = (address: string): string | null => MEDIA.exec(address)?.[1]?.toLowerCase() ?? null

/** Calls a function for each token, those within lines included, in reading order. */
export const walkTokens = (tokens: ReadonlyArray<Token>, visit: (token: Token) => void): void => {
  for (const token of tokens) {
    visit(token)
    if (token.children !== null) walkTokens(token.children, visit)
  }
}

/** Text without characters that reorder it or that no writer types. */
const cleanText = (text: string): string => stripBidiControls(text).replace(CONTROLS, "").toWellFormed()

/** Addresses that links and pictures may have; anything else stays as it was written. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|media:|#|\/(?![/\\]))/i
const MEDIA = /^media:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
