import { RuleWorld } from "../../../core/subscriptions/testing/RuleWorld.ts"

const [RULES, YEARS, CREATORS] = [1_000, 10, 5]
const START_MS = Date.UTC(2027, 0, 31)
const HOUR_MS = 3_600_000
const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`
const PRICE = { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "bench" }

/** Lives ten years of a thousand rules in memory, from due time to due time. Returns seconds. */
export const simulateYears = (): number => {
  const began = performance.now()
  const endMs = START_MS + YEARS * 365 * 24 * HOUR_MS
  for (let rule = 0; rule < RULES; rule += 1) {
    const world = new RuleWorld(idOf(0), 10n ** 9n)
    const weights = new Map(Array.from({ length: CREATORS }, (_, n) => [idOf(1 + ((rule + n) % 50)), 1 + n] as const))
    const startMs = START_MS + rule * HOUR_MS
    world.change(startMs, { terms: { msf: 1_500n, autoRenew: true }, weights })
    world.start(startMs, PRICE)
    for (let dueMs = world.nextDueMs(); dueMs !== null && dueMs < endMs; dueMs = world.nextDueMs()) {
      world.settle(dueMs, PRICE)
      world.payday(dueMs + HOUR_MS)
    }
  }
  return (performance.now() - began) / 1000
}
