/** How long a picture that could not be had is not asked for again. */
export const MISSING_MS = 600_000
const MISSING_MAX = 10_000

/** Addresses at which there was no picture of late. The oldest are forgotten where there are many. */
export class Missing {
  private readonly untilMs = new Map<string, number>()

  has(address: string, nowMs: number): boolean {
    return (this.untilMs.get(address) ?? 0) > nowMs
  }

  add(address: string, nowMs: number): void {
    this.untilMs.delete(address)
    this.untilMs.set(address, nowMs + MISSING_MS)
    const [oldest] = this.untilMs.keys()
    if (this.untilMs.size > MISSING_MAX && oldest !== undefined) this.untilMs.delete(oldest)
  }
}
