/** A text in compatibility form (NFKC), and the origin of each unit. */
export type Normalised = {
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
export const normalise = (original: string): Normalised => {
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
