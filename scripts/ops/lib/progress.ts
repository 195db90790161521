/** A line is written to a log at most this often. */
const LINE_MS = 2_000
const BAR_MS = 100
const BAR_WIDTH = 28

/** Shows how far a long piece of work is: a bar in a terminal, a line now and then elsewhere. */
export class Progress {
  private readonly label: string
  private readonly began = performance.now()
  private shownAt = 0

  constructor(label: string) {
    this.label = label
  }

  /**
   * @param done part of `total` that is done, in the same unit
   * @param count things done, for the rate
   */
  show(done: number, total: number, count: number): void {
    const now = performance.now()
    if (now - this.shownAt < (process.stderr.isTTY ? BAR_MS : LINE_MS)) return
    this.shownAt = now
    const share = total === 0 ? 1 : Math.min(done / total, 1)
    const seconds = (now - this.began) / 1000
    const left = share > 0 ? (seconds / share) * (1 - share) : Number.POSITIVE_INFINITY
    const rate = Math.round(count / Math.max(seconds, 0.001))
    const text = `${this.label} ${(share * 100).toFixed(0).padStart(3)} %  ${rate}/s  ${Number.isFinite(left) ? `${Math.ceil(left)} s left` : ""}`
    if (process.stderr.isTTY) {
      const full = Math.round(share * BAR_WIDTH)
      process.stderr.write(`\r[${"█".repeat(full)}${"·".repeat(BAR_WIDTH - full)}] ${text}\u001B[K`)
    } else process.stderr.write(`${text}\n`)
  }

  /** Ends the bar with what came of it. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\u001B[K")
  }
}
