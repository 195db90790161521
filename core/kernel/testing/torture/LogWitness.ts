/** Checks the order and completeness of the events that a reader gets. */
export class LogWitness {
  /** Positions in the order they were read. */
  private positions = new Float64Array(1024)
  private readonly versions = new Map<string, number>()
  count = 0
  /** Events that came after one with a higher position, twice, or not as the next version of their stream. */
  inverted = 0

  see({ position, stream, version }: { readonly position: number; readonly stream: string; readonly version: number }) {
    if (position <= this.last || version !== (this.versions.get(stream) ?? 0) + 1) this.inverted++
    this.versions.set(stream, version)
    if (this.count === this.positions.length) {
      const longer = new Float64Array(this.count * 2)
      longer.set(this.positions)
      this.positions = longer
    }
    this.positions[this.count++] = position
  }

  get last(): number {
    return this.count === 0 ? 0 : (this.positions[this.count - 1] ?? 0)
  }

  /** Compares with the committed positions, in order. */
  async compare(
    committed: AsyncIterable<ReadonlyArray<number>>,
  ): Promise<{ missed: number; duplicated: number; events: number }> {
    const read = this.positions.subarray(0, this.count).toSorted()
    let at = 0
    let missed = 0
    let duplicated = 0
    let events = 0
    for await (const page of committed) {
      for (const position of page) {
        events++
        if (read[at] !== position) {
          missed++
          continue
        }
        at++
        while (read[at] === position) {
          duplicated++
          at++
        }
      }
    }
    // An event that was read but is not in the log was never committed: as bad as a duplicate.
    return { missed, duplicated: duplicated + (read.length - at), events }
  }
}
