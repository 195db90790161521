import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { startOf } from "./calendar.ts"
import { ON_LEAVE, TERM_PERIODS } from "./limits.ts"
import { opensPremium } from "./rule/Rule.ts"
import { opensCreator } from "./supportLevels.ts"
import { auditRule, isSupporterOpen, movedBy, openUnits } from "./testing/auditor.ts"
import { auditPremium, auditSeats, isPremiumOpen } from "./testing/premiumAuditor.ts"
import { RuleWorld } from "./testing/RuleWorld.ts"

const DAY = 86_400_000
const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`
const CREATORS = [1, 2, 3, 4, 5].map(id)

/** One thing that happens, so many hours after the last one. */
const step = fc.record({
  hours: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 24 * 90 }), fc.constant(-1)),
  act: fc.constantFrom(
    ...["weight", "weight", "remove", "terms", "pause", "resume", "resume", "cancel", "refund", "deposit", "deposit"],
    ...["worker", "worker", "edge", "edge", "edge"],
    ...["offer", "premium", "premium", "keep", "giveUp", "rival", "leave", "undo", "forward", "forward"],
    ...["withhold", "return", "return"],
    ...["read", "read", "read"],
  ),
  creator: fc.nat(CREATORS.length - 1),
  weight: fc.integer({ min: 1, max: 5 }),
  msf: fc.integer({ min: 500, max: 3_000 }),
  periods: fc.constantFrom(...TERM_PERIODS),
  autoRenew: fc.boolean(),
  onLeave: fc.constantFrom(...ON_LEAVE),
  mid: fc.integer({ min: 60, max: 200 }),
})

/** Runs a world step by step. Each step is made between the dues that fall before it. */
const live = (startMs: number, steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer S> ? S : never>) => {
  const world = new RuleWorld(id(99), 60_000n)
  let deposited = 60_000n
  let nowMs = startMs
  // Five creators need 5.00, so that some changes are refused.
  world.change(nowMs, { terms: { msf: 1_000n, autoRenew: true }, weights: new Map([[id(1), 1]]) })
  for (const creatorId of CREATORS) world.seats.offer(nowMs, creatorId, 500n, 2)
  let mid = 100
  // The clock is not set back over a departure: a return after it could not be distinguished from it.
  let leftMs = 0
  const price = () => ({ mid: `0.00${String(mid).padStart(3, "0")}`, digits: 0, baseDigits: 2, snapshotId: "s" })
  const check = () => {
    const open = openUnits(world.log)
    const paid = [...world.earned.values()].reduce((sum, units) => sum + units, world.cut)
    expect(world.balance + open + paid).toBe(deposited)
    expect(world.balance).toBeGreaterThanOrEqual(0n)
    for (const creatorId of CREATORS)
      expect(opensCreator(world.state, creatorId, nowMs)).toBe(isSupporterOpen(world.log, creatorId, nowMs))
    for (const creatorId of CREATORS)
      expect(opensPremium(world.state, creatorId, nowMs)).toBe(isPremiumOpen(world.log, creatorId, nowMs))
  }
  for (const each of steps) {
    // A worker may be away: without "worker" and "edge" steps nothing is settled.
    nowMs = Math.max(leftMs, nowMs + each.hours * 3_600_000)
    if (leftMs > 0) leftMs = nowMs + 1
    mid = Math.max(60, Math.min(200, each.mid))
    const due = world.nextDueMs()
    if (each.act === "edge" && due !== null) nowMs = Math.max(nowMs, due + (each.weight % 3) - 1)
    const creatorId = CREATORS[each.creator] ?? ""
    const { msf, periods, autoRenew, onLeave } = each
    if (each.act === "weight") world.change(nowMs, { weights: new Map([[creatorId, each.weight]]) })
    if (each.act === "remove") world.change(nowMs, { weights: new Map([[creatorId, 0]]) })
    if (each.act === "terms") world.change(nowMs, { terms: { msf: BigInt(msf), periods, autoRenew, onLeave } })
    if (each.act === "pause") world.change(nowMs, { intent: "paused" })
    if (each.act === "cancel") world.change(nowMs, { intent: "cancelled" })
    if (each.act === "resume" && world.change(nowMs, { intent: "active" })) world.start(nowMs, price())
    if (each.act === "refund") world.cancelNow(nowMs)
    if (each.act === "offer") world.seats.offer(nowMs, creatorId, BigInt(each.msf), each.weight)
    if (each.act === "premium") world.upgrade(nowMs, creatorId, price())
    if (each.act === "keep" || each.act === "giveUp") world.keepSeat(nowMs, creatorId, each.act === "keep")
    if (each.act === "rival") world.seats.rival(nowMs, creatorId, id(200 + each.weight))
    if (each.act === "leave" || each.act === "withhold" || each.act === "return") {
      world.creatorGoes(nowMs, creatorId, each.act)
      leftMs = nowMs + 1
    }
    if (each.act === "forward")
      world.forward(
        nowMs,
        creatorId,
        CREATORS[each.weight - 1] ?? "",
        each.mid === 60 ? 0 : (each.msf * each.mid) % 501,
      )
    if (each.act === "read")
      world.read(
        nowMs,
        new Map(each.mid > 190 ? [] : CREATORS.map((reader, place) => [reader, (each.msf * (place + 1)) % each.mid])),
      )
    if (each.act === "undo") deposited -= world.undo(nowMs, BigInt(msf * 10))
    if (each.act === "deposit") {
      // One fee of a month is up to 50,000 units.
      world.balance += BigInt(msf * 10)
      deposited += BigInt(msf * 10)
    }
    if (each.act === "worker" || each.act === "edge") {
      world.settle(nowMs, each.mid === 60 ? null : price())
      world.payday(nowMs)
    }
    check()
  }
  world.payday(nowMs + 400 * DAY)
  check()
  return world
}

describe("the life of a rule", () => {
  it("never charges a period twice, loses no unit, and splits every cycle as an independent auditor does", () => {
    const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 20, maxLength: 120 }), (startMs, steps) => {
        const { log, seats, forwardProblems } = live(startMs, steps)
        expect([...auditRule(log), ...auditPremium(log), ...auditSeats(seats.log), ...forwardProblems]).toEqual([])
        expect(openUnits(log)).toBe(0n)
      }),
      { numRuns: 300 },
    )
  })

  it("splits a cycle with 1,000 edits as the auditor does", () => {
    const world = new RuleWorld(id(99), 1_000_000n)
    const startMs = Date.UTC(2027, 0, 31, 23, 59, 59, 999)
    world.change(startMs, { terms: { msf: 5_000n }, weights: new Map(CREATORS.map((creatorId) => [creatorId, 1])) })
    world.start(startMs, { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "s" })
    for (let edit = 1; edit <= 1_000; edit += 1)
      world.change(startMs + edit * 2_000_003, {
        weights: new Map([[CREATORS[edit % CREATORS.length] ?? "", edit % 7 === 0 ? 0 : 1 + (edit % 3)]]),
      })
    world.payday(startMs + 60 * DAY)
    expect(world.log.length).toBeGreaterThan(900)
    expect(auditRule(world.log)).toEqual([])
  })

  it("gives back the premium of later months when a creator leaves during a term of three", () => {
    const world = new RuleWorld(id(99), 1_000_000n)
    const startMs = Date.UTC(2027, 0, 31)
    const price = { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "s" }
    const [creatorId, otherId] = [id(1), id(2)]
    const weights = new Map([creatorId, otherId].map((each) => [each, 1]))
    world.change(startMs, { terms: { msf: 1_000n, periods: 3 }, weights })
    world.seats.offer(startMs, creatorId, 500n, 1)
    world.start(startMs, price)
    expect(world.upgrade(startMs, creatorId, price)).toBe(true)
    world.creatorGoes(startMs + 14 * DAY, creatorId, "leave")
    world.payday(startMs + 120 * DAY)
    const seats = world.log.flatMap((event) =>
      event._tag === "subscriptions.CycleClosed.v1" ? (event.seats ?? []).map(({ returned }) => returned) : [],
    )
    // Half of February, and all of March and April, which cost three quarters.
    expect(seats).toEqual(["250", "500", "375"])
    expect([...auditRule(world.log), ...auditPremium(world.log)]).toEqual([])
    const unpaid = world.log.map((event) =>
      event._tag === "subscriptions.CycleClosed.v1"
        ? { ...event, seats: event.seats?.map((seat) => ({ ...seat, cut: String(BigInt(seat.cut) + 1n) })) ?? [] }
        : event,
    )
    expect(auditPremium(unpaid)).toHaveLength(3)
  })

  it("is audited: a unit that moved, a period charged twice and a wrong day are found", () => {
    const world = new RuleWorld(id(99), 10_000n)
    const startMs = Date.UTC(2027, 0, 31)
    world.change(startMs, { terms: { msf: 1_000n }, weights: new Map([[id(1), 1]]) })
    world.start(startMs, { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "s" })
    world.payday(startMs + 60 * DAY)
    const changed = (change: (event: (typeof world.log)[number]) => ReadonlyArray<(typeof world.log)[number]>) =>
      auditRule(world.log.flatMap(change))
    expect(changed((event) => [event])).toEqual([])
    expect(
      changed((event) =>
        event._tag === "subscriptions.CycleClosed.v1"
          ? [{ ...event, shares: [{ creatorId: id(1), units: "951" }], cut: "49" }]
          : [event],
      ),
    ).toHaveLength(1)
    expect(changed((event) => (event._tag === "subscriptions.CycleCharged.v1" ? [event, event] : [event]))).not.toEqual(
      [],
    )
    expect(
      changed((event) =>
        event._tag === "subscriptions.CycleCharged.v1" ? [{ ...event, startsAt: "2027-01-31T00:00:01.000Z" }] : [event],
      ),
    ).not.toEqual([])
  })

  it("has the boundaries of the auditor's calendar for 100 years", () => {
    for (const anchorAt of ["2028-02-29T10:00:00.000Z", "2027-12-31T23:59:59.999Z", "2099-01-30T00:00:00.000Z"])
      for (let n = 0; n <= 1_200; n += 1)
        expect(new Date(startOf(Date.parse(anchorAt), n)).toISOString()).toBe(movedBy(anchorAt, n))
  })
})
