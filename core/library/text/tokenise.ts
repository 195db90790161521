import japanese from "opencc-js/dict/JPShinjitaiCharacters"
import traditional from "opencc-js/dict/TSCharacters"

/** A text in compatibility form (NFKC), and the origin of each unit. */
type Normalised = {
  readonly text: string
  /** The offset in the original for an offset in the normalised text, including its end. */
  readonly origin: (offset: number) => number
}

/**
 * What normalisation may join: a letter with its diacritics, half-width kana with theirs, the parts of a Hangul
 * syllable.
 */
const CLUSTER = /[\s\S][\p{M}\uFF9E\uFF9F\u1160-\u11FF]*/gu

/** Normalises a text. Most texts are normal already and cost one comparison. */
const normalise = (original: string): Normalised => {
  const whole = original.normalize("NFKC")
  if (whole === original) return { text: original, origin: (offset) => offset }
  let text = ""
  const origins: Array<number> = []
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const normal = cluster.normalize("NFKC")
    for (let unit = 0; unit < normal.length; unit += 1) {
      // A cluster of unchanged length keeps its offsets; any other maps to its start.
      origins.push(normal.length === cluster.length ? index + unit : index)
    }
    text += normal
  }
  return { text, origin: (offset) => origins[offset] ?? original.length }
}

/**
 * Reads a table `from to to|from to` (OpenCC's format). If a character has several targets, such as Japanese 弁, only a
 * table that may choose takes the first.
 */
const read = (pairs: string, mayChoose: boolean): ReadonlyArray<readonly [string, string]> =>
  pairs.split("|").flatMap((pair): ReadonlyArray<readonly [string, string]> => {
    const [from = "", to = "", other] = pair.split(" ")
    return other === undefined || mayChoose ? [[from, to]] : []
  })

const simplified = new Map(read(traditional, true))
const variants = new Map(simplified)
for (const [from, to] of read(japanese, false)) {
  const folded = simplified.get(to) ?? to
  if (folded !== from) variants.set(from, folded)
}

/**
 * Maps traditional and Japanese Han characters to simplified ones, so that 經濟, 経済 and 经济 match each other. One
 * character always becomes one character, so substrings stay.
 */
const toHanVariant = (character: string): string => variants.get(character) ?? character

/**
 * A piece of a text that can be looked for.
 *
 * - `word`: letters and digits, as written but for NFKC
 * - `number`: its digits alone, so that 1,000 and 1.000 are one
 * - `char`: a character of a script that is written without spaces, Han variants folded; `next` where one follows
 * - `host`: a host name in lower case without `www.`; the words that it is made of follow as tokens of their own
 * - `hashtag`: with its #, in lower case; its words follow
 *
 * Offsets are those of the given text. Hosts and hashtags have no place of their own among the words.
 */
export type Token = {
  readonly kind: "word" | "number" | "char" | "host" | "hashtag"
  readonly text: string
  readonly next: string | null
  readonly start: number
  readonly end: number
}

/** Characters of a token that count, in texts and searches. */
export const TOKEN_LENGTH_MAX = 64

/** Splits a text into tokens, for the index and for searches alike. Lazy. */
export function* tokenise(original: string): Generator<Token> {
  const { text, origin } = normalise(original)
  const token: MakeToken = (kind, of, start, end, next = null) => ({
    kind,
    text: of.length > TOKEN_LENGTH_MAX ? of.slice(0, TOKEN_LENGTH_MAX) : of,
    next,
    start: origin(start),
    end: origin(end),
  })
  let done = 0
  for (const { 0: found, index, groups = {} } of SPECIAL_SIGN.test(text) ? text.matchAll(SPECIALS) : []) {
    yield* plain(text.slice(done, index), done, token)
    done = index + found.length
    const { tag, address, bare = address ?? "" } = groups
    const name = (tag ?? bare).toLowerCase()
    const at = index + found.lastIndexOf(tag ?? bare, found.length)
    yield tag === undefined
      ? token("host", name.replace(/^www\./, ""), at, at + name.length)
      : token("hashtag", `#${name}`, index, done)
    yield* plain(tag ?? bare, at, token)
  }
  yield* plain(text.slice(done), done, token)
}

type MakeToken = (kind: Token["kind"], of: string, start: number, end: number, next?: string | null) => Token

/** Words, numbers and characters of a text, with its offset in the whole. */
function* plain(text: string, at: number, token: MakeToken): Generator<Token> {
  for (let from = 0; from < text.length; ) {
    const to = endOfSimpleWord(text, from)
    if (to > from) {
      yield token("word", text.slice(from, to), at + from, at + to)
      from = to
    } else if (isSpace(text.charCodeAt(from))) {
      from += 1
    } else {
      PLAIN.lastIndex = from
      const match = PLAIN.exec(text)
      if (match === null) return
      const [found, number, run] = match
      const start = at + match.index
      from = match.index + found.length
      if (number !== undefined) yield token("number", found.replace(/[.,]/g, ""), start, start + found.length)
      else if (run !== undefined) yield* characters([...found], start, token)
      else yield token("word", found, start, start + found.length)
    }
  }
}

/**
 * The end of a word that begins at a place and consists of the letters a to z alone; the place if there is none. Most words
 * of most texts are, and the expression for all scripts takes ten times as long.
 */
const endOfSimpleWord = (text: string, from: number): number => {
  let to = from
  while (isPlainLetter(text.charCodeAt(to))) to += 1
  return to === text.length || isSimpleEnd(text.charCodeAt(to)) ? to : from
}

const isPlainLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
/** After a word: a space, or a sign that no word contains. */
const isSimpleEnd = (code: number): boolean =>
  isSpace(code) || (code >= 0x21 && code <= 0x2f && code !== 0x23 && code !== 0x2b)
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a

function* characters(run: ReadonlyArray<string>, at: number, token: MakeToken): Generator<Token> {
  let start = at
  for (const [place, character] of run.entries()) {
    const next = run[place + 1]
    yield token(
      "char",
      toHanVariant(character),
      start,
      start + character.length,
      next === undefined ? null : toHanVariant(next),
    )
    start += character.length
  }
}

// Scripts without spaces, or with endings that readers do not type (Hangul).
const RUN =
  "[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}\\p{Nl}]]"
const LETTER = `[[\\p{L}\\p{N}]--${RUN}]`
/** Letters with their diacritics; C++ and C# are words too. */
const WORD = `(?:${LETTER}\\p{M}*)+(?:(?<=(?<![\\p{L}\\p{N}])[a-zA-Z])(?:\\+\\+|#)(?![\\p{L}\\p{N}]))?`
const NUMBER = `\\p{Nd}+(?:[.,]\\p{Nd}+){0,8}(?!${LETTER})`
const PLAIN = new RegExp(`(${NUMBER})|(${RUN}+)|${WORD}`, "gv")

// Every repetition is bounded, so the time is linear.
const LABEL = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d]"
const NAME = `(?:${LABEL}(?:[${LABEL}\\-]{0,61}${LABEL})?\\.){1,6}\\p{L}{2,24}(?!${LABEL})`
const ADDRESS = `https?://(?<address>${NAME})(?::\\d{1,5})?(?:[\\/?#]\\S{0,2000})?`
const SPECIALS = new RegExp(`(?<!${LABEL})(?:${ADDRESS}|(?<bare>${NAME}))|#(?<tag>[\\p{L}\\p{M}\\p{N}_]{1,64})`, "giv")
/** What every host name or hashtag contains; most texts have none, and the expression for them is slow. */
const SPECIAL_SIGN = /\.\p{L}{2}|#[\p{L}\p{M}\p{N}_]/u
