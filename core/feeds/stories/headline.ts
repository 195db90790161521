import { createHash } from "node:crypto"

/** A title prepared for comparison. */
export type Headline = {
  /** Words and pairs of adjacent words; in scripts without spaces, pairs of characters. */
  readonly shingles: ReadonlyArray<string>
  /** Numbers in the title. */
  readonly numbers: ReadonlyArray<string>
  /** Similar titles almost always share a band, others almost never. */
  readonly bands: ReadonlyArray<number>
}

/** Titles with fewer words ("News in brief") do not identify a story. */
const WORDS_MIN = 4
/** The same for pairs of characters. */
const PAIRS_MIN = 8
const TITLE_LENGTH_MAX = 300
/** Minimum share of common shingles if one title only adds words, and if both differ. */
const SHARE_MIN_LONGER = 0.6
const SHARE_MIN_OTHER = 0.85

/** A title prepared for comparison, or null if it is too short. */
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

/** Whether two titles tell the same story: nearly the same words and the same numbers. */
export const areSameStory = (
  one: Pick<Headline, "shingles" | "numbers">,
  other: Pick<Headline, "shingles" | "numbers">,
): boolean => {
  if (one.numbers.join() !== other.numbers.join()) return false
  const [mine, theirs] = [new Set(one.shingles), new Set(other.shingles)]
  const shared = one.shingles.filter((shingle) => theirs.has(shingle)).length
  const share = shared / (mine.size + theirs.size - shared)
  const words = (of: ReadonlySet<string>, without: ReadonlySet<string>) =>
    [...of].some((shingle) => !shingle.includes(" ") && !without.has(shingle))
  // A replaced word usually means another place, person or outcome.
  const differ = words(mine, theirs) && words(theirs, mine)
  return share >= (differ ? SHARE_MIN_OTHER : SHARE_MIN_LONGER)
}

/** Removes the site name after a title: `… - The Example`, `… | Example`. */
const withoutSite = (title: string): string => {
  const [, own = "", site = ""] = /^(.*\S)\s+[|–—·»-]\s+(\S[^|–—·»]*)$/u.exec(title) ?? []
  const words = own.match(WORD) ?? []
  return (site.match(WORD) ?? []).length <= SITE_WORDS_MAX && words.length >= WORDS_MIN ? own : title
}

const SITE_WORDS_MAX = 4
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}ー]/u

/**
 * Min-hashes, two per band: sets with similarity s share a band with probability 1 - (1 - s²)^8, 0.97 at 0.6 and 0.52
 * at 0.3. Different numbers never share one.
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
