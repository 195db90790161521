/** How long a missing picture is not fetched again. */
export const MISSING_MS = 600_000
const MISSING_MAX = 10_000

/** Addresses without a picture. Beyond the limit the oldest are dropped. */
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
