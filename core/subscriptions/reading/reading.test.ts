import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { READING_INTERVAL_MS, READING_WHOLE } from "../limits.ts"
import { RuleWorld } from "../testing/RuleWorld.ts"
import { changeReading } from "./changeReading.ts"
import { areReadingParts, partsByTime, readingBounds } from "./readingParts.ts"

const START = Date.UTC(2027, 0, 1)
const DAY = 86_400_000
const HOUR = 3_600_000
const [PAYER, ANNA, BEN, CLEO] = ["payer", "anna", "ben", "cleo"]
const PRICE = { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "s" }

/** A payer of Anna and Ben with a fee of 10.00 for January, which costs 1,000 units. */
const paying = (msf = 1_000n, creators = [ANNA, BEN]) => {
  const world = new RuleWorld(PAYER, 100_000n)
  world.change(START, { terms: { msf, autoRenew: true }, weights: new Map(creators.map((creator) => [creator, 1])) })
  world.start(START, PRICE)
  return world
}
const times = (anna: number, ben: number) =>
  new Map([
    [ANNA, anna],
    [BEN, ben],
  ])
const sharesOf = (world: RuleWorld) =>
  world.log.flatMap((event) =>
    event._tag === "subscriptions.CycleClosed.v1" ? [event.shares.map(({ units }) => Number(units))] : [],
  )
const decide = (world: RuleWorld, nowMs: number, change: Parameters<typeof changeReading>[1]) =>
  Result.map(changeReading({ personId: PAYER, number: 1, nowMs }, change)(world.state), (events) => events.length)

describe("parts by reading time", () => {
  it("are in the ratio of the times, with a floor and a cap, and add up to the whole", () => {
    const bounds = { floor: 100, cap: 700 }
    expect(partsByTime([30, 20], bounds)).toEqual([600, 400])
    expect(partsByTime([99, 1, 0], bounds)).toEqual([700, 200, 100])
    expect(partsByTime([0, 5, 0], bounds)).toEqual([150, 700, 150])
    expect(partsByTime([50, 49, 1], bounds)).toEqual([455, 445, 100])
    expect(partsByTime([1, 1, 1], bounds)).toEqual([334, 333, 333])
    expect(partsByTime([0, 0], bounds)).toBeNull()
  })

  it("are legal for any times, fees and numbers of creators", () => {
    const time = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000_000 }))
    fc.assert(
      fc.property(fc.array(time, { minLength: 2, maxLength: 100 }), fc.bigInt(100n, 1_000_000n), (read, msf) => {
        const bounds = readingBounds(read.length, msf)
        if (bounds === null) return
        const parts = partsByTime(read, bounds)
        if (parts === null) expect(Math.max(...read)).toBe(0)
        else {
          expect(areReadingParts(parts, bounds)).toBe(true)
          // Nobody who was read for longer gets less, but for the unit that is rounded.
          for (const [one, part] of parts.entries())
            for (const [other, than] of parts.entries())
              if ((read[one] ?? 0) > (read[other] ?? 0)) expect(part).toBeGreaterThanOrEqual(than - 1)
        }
      }),
    )
  })

  it("leave each creator the least share of the fee, and nothing to decide if the fee is just that", () => {
    expect(readingBounds(2, 1_000n)).toEqual({ floor: 125, cap: 700 })
    expect(readingBounds(2, 400n)).toEqual({ floor: 250, cap: 700 })
    expect(readingBounds(4, 1_000n)).toEqual({ floor: 100, cap: 700 })
    expect(readingBounds(3, 300n)).toBeNull()
    expect(readingBounds(1, 1_000n)).toBeNull()
    expect(readingBounds(2, 0n)).toBeNull()
  })
})

describe("sharing by reading time", () => {
  it("is off by default, and pays creators by the parts of the running cycle while it is on", () => {
    const world = paying()
    const parts = new Map([
      [ANNA, 700],
      [BEN, 300],
    ])
    expect(decide(world, START + DAY, { parts })).toMatchObject({ failure: { reason: "off" } })
    expect(world.read(START + DAY, times(70, 30))).toBe(true)
    world.payday(START + 40 * DAY)
    expect(sharesOf(world)).toEqual([[665, 285]])
    // The next cycle has no parts yet.
    world.settle(START + 31 * DAY, PRICE)
    world.payday(START + 70 * DAY)
    expect(sharesOf(world)).toEqual([
      [665, 285],
      [475, 475],
    ])
  })

  it("forgets the parts of the running cycle when it is turned off", () => {
    const world = paying()
    world.read(START + DAY, times(70, 30))
    world.read(START + 2 * DAY, new Map())
    world.payday(START + 40 * DAY)
    expect(sharesOf(world)).toEqual([[475, 475]])
  })

  it("counts creators by the time that they were in the rule, and those without a part as before", () => {
    const world = paying()
    world.read(START + DAY, times(70, 30))
    world.creatorGoes(START + 15.5 * DAY, BEN, "leave")
    world.change(START + 15.5 * DAY, { weights: new Map([[CLEO, 1]]) })
    world.payday(START + 40 * DAY)
    // Anna and Ben share what they weigh together, 3 of 4, by 70 x 2 and 30 x 1.
    const [anna, ben, cleo] = [(950 * 0.75 * 140) / 170, (950 * 0.75 * 30) / 170, 950 / 4]
    expect(sharesOf(world)).toEqual([[Math.round(anna), Math.round(ben), Math.floor(cleo)]])
  })

  it("refuses parts beyond the limits, of others, without a paid period, and sooner than six hours after the last", () => {
    const world = paying()
    const of = (anna: number, ben: number) => ({ isOn: true, parts: times(anna, ben) })
    const at = START + DAY
    for (const [anna, ben] of [
      [701, 299],
      [500, 499],
      [500.5, 499.5],
      [1_100, -100],
      [Number.NaN, 500],
    ] as const)
      expect(decide(world, at, of(anna, ben))).toMatchObject({ failure: { reason: "parts" } })
    const strangers = { isOn: true, parts: new Map([...times(500, 500)].map(([id, part]) => [`${id}x`, part])) }
    expect(decide(world, at, strangers)).toMatchObject({ failure: { reason: "creators" } })
    expect(decide(world, at, { isOn: true, parts: new Map([[ANNA, READING_WHOLE]]) })).toMatchObject({
      failure: { reason: "creators" },
    })
    expect(decide(world, START + 40 * DAY, of(500, 500))).toMatchObject({ failure: { reason: "unpaid" } })
    expect(decide(paying(1_000n, [ANNA]), at, of(500, 500))).toMatchObject({ failure: { reason: "alone" } })
    expect(decide(paying(200n), at, of(500, 500))).toMatchObject({ failure: { reason: "fee" } })
    expect(
      changeReading({ personId: PAYER, number: 2, nowMs: at }, { isOn: true })(new RuleWorld("", 0n).state),
    ).toMatchObject({ failure: { _tag: "NoRule" } })
    expect(world.read(at, times(50, 50))).toBe(true)
    expect(decide(world, at + HOUR, of(600, 400))).toMatchObject({ failure: { reason: "often" } })
    // The same parts once more change nothing, and are no reason to refuse.
    expect(decide(world, at + HOUR, of(500, 500))).toEqual(Result.succeed(0))
    expect(decide(world, at + READING_INTERVAL_MS, of(600, 400))).toEqual(Result.succeed(1))
    // Turning it off and on does not shorten the wait.
    world.read(at + HOUR, new Map())
    expect(decide(world, at + 2 * HOUR, of(600, 400))).toMatchObject({ failure: { reason: "often" } })
  })
})
