/**
 * A random number generator that depends only on its seed, so that every start of the publisher produces the same
 * content.
 */
export type Random = {
  /** At least 0, below 1. */
  readonly next: () => number
  /** At least `from`, below `to`. */
  readonly between: (from: number, to: number) => number
  /** An integer from `from` to `to`, both inclusive. */
  readonly whole: (from: number, to: number) => number
  readonly pick: <Choice>(choices: readonly [Choice, ...ReadonlyArray<Choice>]) => Choice
}

/** Mulberry32 (Tommy Ettinger, public domain) over a hash of the text. */
export const randomFrom = (seed: string): Random => {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
  }
}

/** FNV-1a, 32 bits. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
