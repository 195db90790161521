/** Buckets of each power of two: a figure is right to one part in 64. */
const PARTS_BITS = 6
const PARTS = 1 << PARTS_BITS
/** Powers of two above one microsecond that are told apart: to beyond an hour. */
const POWERS = 32

/** Counts millions of times in little space, each as exactly as 1.6 %. */
export class Histogram {
  private readonly counts = new Float64Array((POWERS + 1) * PARTS)
  private total = 0

  /** @param ms a time in milliseconds; below zero counts as zero */
  record(ms: number): void {
    const at = bucketOf(Math.max(0, Math.floor(ms * 1_000)))
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.total += 1
  }

  get size(): number {
    return this.total
  }

  /** The time in milliseconds that a share of all stayed at or below; NaN where there is none. */
  percentile(share: number): number {
    if (this.total === 0) return Number.NaN
    let left = Math.ceil(this.total * share)
    for (let at = 0; at < this.counts.length; at += 1) {
      left -= this.counts[at] ?? 0
      if (left <= 0) return topOf(at) / 1_000
    }
    return topOf(this.counts.length - 1) / 1_000
  }
}

/** Below 64 µs each microsecond has a bucket of its own; above, each power of two has 64. */
const bucketOf = (micros: number): number => {
  if (micros < PARTS) return micros
  const power = Math.min(31 - Math.clz32(Math.min(micros, 0x7fff_ffff)), POWERS)
  return (power - PARTS_BITS + 1) * PARTS + ((Math.min(micros, 0x7fff_ffff) >> (power - PARTS_BITS)) - PARTS)
}

/** The greatest number of microseconds that a bucket holds. */
const topOf = (bucket: number): number => {
  if (bucket < PARTS) return bucket
  const power = Math.floor(bucket / PARTS) + PARTS_BITS - 1
  const part = (bucket % PARTS) + PARTS
  return (part + 1) * 2 ** (power - PARTS_BITS) - 1
}
