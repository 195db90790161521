import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { startOf } from "../calendar.ts"
import { Cycle, type CycleState } from "../cycle/Cycle.ts"
import { RuleWorld } from "../testing/RuleWorld.ts"
import { type RehearsedRule, rehearse } from "./rehearse.ts"

const DAY = 86_400_000
const HOUR = 3_600_000
const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`
const PAYER = id(99)
const START = Date.UTC(2027, 0, 31, 10)
/** One unit of the asset is one cent. */
const PRICE = { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "s" }

/** The rule of a world as a rehearsal reads it. */
const ruleOf = (world: RuleWorld): RehearsedRule => {
  const cycles = new Map<number, CycleState>()
  for (const event of world.log) if ("n" in event) cycles.set(event.n, Cycle.evolve(cycles.get(event.n) ?? null, event))
  return {
    ...{ personId: PAYER, number: 1, state: world.state, price: PRICE, isOffered: true },
    open: [...cycles.values()].filter((cycle) => cycle !== null).filter(({ isOpen }) => isOpen),
    seats: world.seats.due(world.state).paid,
  }
}
const subscribed = (balance: bigint, periods: 1 | 3 | 12 = 1) => {
  const world = new RuleWorld(PAYER, balance)
  const weights = new Map([id(1), id(2)].map((creatorId, place) => [creatorId, place + 1]))
  world.change(START, { terms: { msf: 1_000n, autoRenew: true, periods }, weights })
  world.seats.offer(START, id(1), 500n, 1)
  world.start(START, PRICE)
  return world
}
const year = (nowMs: number) => ({ nowMs, untilMs: startOf(nowMs, 12) })

describe("a rehearsal", () => {
  it("ends as the year does that it rehearsed, to the unit, also of what creators pass on", () => {
    const balances = fc.bigInt({ min: 2_000n, max: 30_000n })
    const [days, parts] = [fc.nat(28), fc.constantFrom(0, 125, 333)]
    const year12 = fc.tuple(balances, fc.constantFrom(1 as const, 3 as const, 12 as const), days, fc.boolean(), parts)
    fc.assert(
      fc.property(year12, ([balance, periods, day, isPremium, perMille]) => {
        const world = subscribed(balance, periods)
        const nowMs = START + day * DAY
        if (isPremium) world.upgrade(nowMs, id(1), PRICE)
        world.forward(nowMs, id(1), id(2), perMille)
        const forwards = new Map(perMille === 0 ? [] : [[id(1), [{ toId: id(2), perMille }]]])
        const time = year(nowMs)
        const plan = rehearse([ruleOf(world)], new Map([[1, world.balance]]), time, forwards)
        const [before, earned] = [world.balance, new Map(world.earned)]
        const cutBefore = world.cut
        for (let atMs = nowMs; atMs <= time.untilMs; atMs += 6 * HOUR) {
          world.settle(atMs, PRICE)
          world.payday(atMs)
        }
        const passedOn = plan.shares.flatMap((share) => share.forwarded)
        const moved = (toId: string | null) =>
          passedOn.reduce(
            (all, part) => all + (part.toId === toId ? part.units : toId === id(1) ? -part.units : 0n),
            0n,
          )
        const sum = (creatorId: string | null) =>
          plan.shares.reduce(
            (all, share) => (share.creatorId === creatorId ? all + share.units : all),
            moved(creatorId),
          )
        for (const creatorId of [id(1), id(2)])
          expect(sum(creatorId)).toBe((world.earned.get(creatorId) ?? 0n) - (earned.get(creatorId) ?? 0n))
        expect(sum(null)).toBe(world.cut - cutBefore)
        const charged = plan.charges.reduce((all, { units, problem }) => (problem === null ? all + units : all), 0n)
        expect(charged).toBe(before - world.balance)
      }),
      { numRuns: 25 },
    )
  })

  it("tells which renewal the balance does not cover, and charges nothing after it", () => {
    const { charges } = rehearse([ruleOf(subscribed(3_500n))], new Map([[1, 2_500n]]), year(START))
    expect(charges.map(({ units, problem }) => [units, problem])).toEqual([
      [1_000n, null],
      [1_000n, null],
      [1_000n, "balance"],
    ])
  })

  it("pays every renewal for a creator, whatever payers have", () => {
    const { shares } = rehearse([ruleOf(subscribed(1_000n))], null, year(START))
    expect(shares.filter(({ creatorId }) => creatorId === id(2)).map(({ units }) => units)).toHaveLength(11)
  })

  it("shares one balance between rules in the order of their renewals", () => {
    const rules = [ruleOf(subscribed(1_000n)), { ...ruleOf(subscribed(1_000n)), number: 2 }]
    const { charges } = rehearse(rules, new Map([[1, 1_000n]]), year(START))
    expect(charges.map(({ number, problem }) => [number, problem])).toEqual([
      [1, null],
      [2, "balance"],
      [1, "balance"],
    ])
  })
})
