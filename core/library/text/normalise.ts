/** A text in compatibility form (NFKC: full and half width, ligatures, composed letters), and where each unit came from. */
export type Normalised = {
  readonly text: string
  /** The UTF-16 offset in the original of a UTF-16 offset in the normalised text, its end included. */
  readonly origin: (offset: number) => number
}

/** What normalisation may join: a letter with its marks, half-width kana with theirs, the parts of a Hangul syllable. */
const CLUSTER = /[\s\S][\p{M}\uFF9E\uFF9F\u1160-\u11FF]*/gu

/** Normalises a text. Most texts are normal already, and cost one comparison. */
export const normalise = (original: string): Normalised => {
  const whole = original.normalize("NFKC")
  if (whole === original) return { text: original, origin: (offset) => offset }
  let text = ""
  const origins: Array<number> = []
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const normal = cluster.normalize("NFKC")
    for (let unit = 0; unit < normal.length; unit += 1) {
      // A cluster that keeps its length keeps its offsets; any other belongs to its beginning as a whole.
      origins.push(normal.length === cluster.length ? index + unit : index)
    }
    text += normal
  }
  return { text, origin: (offset) => origins[offset] ?? original.length }
}
