import { createHash } from "node:crypto"

/** A title as far as it is compared with others. */
export type Headline = {
  /** Its words and pairs of neighbouring words, each once; of scripts without spaces the pairs of letters. */
  readonly shingles: ReadonlyArray<string>
  /** The numbers in it. */
  readonly numbers: ReadonlyArray<string>
  /** Headlines that tell the same have one of these in common, nearly always; others hardly ever. */
  readonly bands: ReadonlyArray<number>
}

/** Words that a title needs to name one story and no other: "News in brief" names none. */
const WORDS_MIN = 4
/** The same for pairs of letters. */
const PAIRS_MIN = 8
const TITLE_LENGTH_MAX = 300
/** Shares of shingles in common: where one title only says more than the other, and where they differ in words. */
const SHARE_MIN_LONGER = 0.6
const SHARE_MIN_OTHER = 0.85

/** What a title is compared by, or null where it says too little. */
export const headlineOf = (title: string): Headline | null => {
  const text = withoutSite(title.slice(0, TITLE_LENGTH_MAX).normalize("NFKC").toLowerCase())
  const words = text.match(WORD) ?? []
  const shingles = new Set<string>()
  let pairs = 0
  let last: string | null = null
  for (const word of words) {
    if (UNSPACED.test(word)) {
      const letters = [...word]
      for (let at = 0; at + 1 < letters.length; at += 1) shingles.add(letters.slice(at, at + 2).join(""))
      pairs += Math.max(letters.length - 1, 0)
      last = null
      continue
    }
    shingles.add(word)
    if (last !== null) shingles.add(`${last} ${word}`)
    last = word
  }
  if (pairs < PAIRS_MIN && words.filter((word) => !/\p{N}/u.test(word)).length < WORDS_MIN) return null
  const list = [...shingles]
  const numbers = [...new Set(text.match(/\d+/g) ?? [])].sort()
  return { shingles: list, numbers, bands: bandsOf(list, numbers.join()) }
}

/** Whether two headlines tell the same story: the same words but for a few that one adds, and the same numbers. */
export const tellTheSame = (
  one: Pick<Headline, "shingles" | "numbers">,
  other: Pick<Headline, "shingles" | "numbers">,
): boolean => {
  if (one.numbers.join() !== other.numbers.join()) return false
  const [mine, theirs] = [new Set(one.shingles), new Set(other.shingles)]
  const shared = one.shingles.filter((shingle) => theirs.has(shingle)).length
  const share = shared / (mine.size + theirs.size - shared)
  const words = (of: ReadonlySet<string>, without: ReadonlySet<string>) =>
    [...of].some((shingle) => !shingle.includes(" ") && !without.has(shingle))
  // A word in place of another is mostly another place, person or outcome.
  const differ = words(mine, theirs) && words(theirs, mine)
  return share >= (differ ? SHARE_MIN_OTHER : SHARE_MIN_LONGER)
}

/** Sites put their names behind titles: `… - The Example`, `… | Example`. */
const withoutSite = (title: string): string => {
  const [, own = "", site = ""] = /^(.*\S)\s+[|–—·»-]\s+(\S[^|–—·»]*)$/u.exec(title) ?? []
  const words = own.match(WORD) ?? []
  return (site.match(WORD) ?? []).length <= SITE_WORDS_MAX && words.length >= WORDS_MIN ? own : title
}

const SITE_WORDS_MAX = 4
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}ー]/u

/**
 * Min-hashes, two to a band: two sets that share the part s of their members share a band with the likelihood
 * 1 - (1 - s²)^8, 0.97 at 0.6 and 0.52 at 0.3; with other numbers none.
 */
const bandsOf = (shingles: ReadonlyArray<string>, numbers: string): ReadonlyArray<number> => {
  const least = new Uint32Array(2 * BANDS).fill(0xffff_ffff)
  for (const shingle of shingles) {
    const digest = createHash("sha512").update(shingle).digest()
    for (let at = 0; at < least.length; at += 1) {
      least[at] = Math.min(least[at] ?? 0, digest.readUInt32LE(at * 4))
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    const pair = createHash("sha256")
      .update(`${band} ${numbers} ${least[2 * band]} ${least[2 * band + 1]}`)
      .digest()
    return pair.readInt32LE(0)
  })
}

const BANDS = 8
