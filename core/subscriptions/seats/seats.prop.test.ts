import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { SEAT_HOLD_MS, SEAT_OFFER_MS } from "../limits.ts"
import { holdSeat, joinWaiting, leaveWaiting, offerFreeSeats, setOffer, takeSeat } from "./changeSeats.ts"
import { type PremiumSeatEvent, SeatReleased } from "./events.ts"
import { countFreeSeats, expireHolds, PremiumSeats, type SeatsState } from "./PremiumSeats.ts"

const CHANNEL = 7
const CREATOR = "01990000-0000-7000-8000-000000000000"
const person = (n: number) => `01990000-0000-7000-8000-0000000001${String(n).padStart(2, "0")}`
const START = Date.UTC(2027, 0, 31)
const MINUTE = 60_000
const USD = 4

/** Seats in memory, changed by the product's own decisions. */
class SeatWorld {
  state: SeatsState = PremiumSeats.initial
  readonly log: Array<PremiumSeatEvent> = []
  readonly #watch: (before: SeatsState, after: SeatsState, event: PremiumSeatEvent) => void

  constructor(watch: (before: SeatsState, after: SeatsState, event: PremiumSeatEvent) => void = () => {}) {
    this.#watch = watch
  }

  run(decided: Result.Result<ReadonlyArray<PremiumSeatEvent>, { readonly _tag: string }>): string {
    if (Result.isFailure(decided)) return (decided.failure as { readonly reason?: string }).reason ?? "unfit"
    for (const event of decided.success) {
      const before = this.state
      this.state = PremiumSeats.evolve(before, event)
      this.log.push(event)
      this.#watch(before, this.state, event)
    }
    return "done"
  }

  offer(cap: number, nowMs = START, pmsf = 10_000n) {
    return this.run(
      setOffer({ personId: CREATOR, channelId: CHANNEL, nowMs }, { pmsf, currencyId: USD, cap })(this.state),
    )
  }
  hold = (n: number, nowMs: number) => this.run(holdSeat(of(n, nowMs))(this.state))
  take = (n: number, nowMs: number) => this.run(takeSeat(of(n, nowMs), 1)(this.state))
  join = (n: number, nowMs: number) => this.run(joinWaiting(of(n, nowMs))(this.state))
  leave = (n: number, nowMs: number) => this.run(leaveWaiting(of(n, nowMs))(this.state))
  offerFree = (nowMs: number) => this.run(Result.succeed(offerFreeSeats({ channelId: CHANNEL, nowMs })(this.state)))
  release = (n: number, nowMs: number) =>
    this.run(
      Result.succeed([
        SeatReleased.make({
          channelId: CHANNEL,
          personId: person(n),
          number: 1,
          releasedAt: new Date(nowMs).toISOString(),
        }),
      ]),
    )
}
const of = (n: number, nowMs: number) => ({ personId: person(n), channelId: CHANNEL, nowMs })

describe("seats of a channel", () => {
  it("are held for 15 minutes, and then free for others", () => {
    const world = new SeatWorld()
    world.offer(1)
    expect(world.hold(1, START)).toBe("done")
    expect(world.hold(2, START + SEAT_HOLD_MS - 1)).toBe("full")
    expect(world.hold(2, START + SEAT_HOLD_MS)).toBe("done")
    expect(world.take(1, START + SEAT_HOLD_MS)).toBe("full")
    expect(world.take(2, START + SEAT_HOLD_MS + 1)).toBe("done")
    expect(world.hold(2, START + MINUTE)).toBe("taken")
  })

  it("are offered to people who wait in the order in which they joined, for 24 hours each", () => {
    const world = new SeatWorld()
    world.offer(1)
    world.hold(1, START)
    world.take(1, START)
    expect([world.join(2, START), world.join(3, START), world.join(1, START)]).toEqual(["done", "done", "taken"])
    world.release(1, START + MINUTE)
    expect(world.hold(4, START + MINUTE)).toBe("full")
    world.offerFree(START + MINUTE)
    expect([...world.state.reserved]).toEqual([[person(2), START + MINUTE + SEAT_OFFER_MS]])
    expect(world.take(3, START + 2 * MINUTE)).toBe("full")
    const later = START + MINUTE + SEAT_OFFER_MS
    world.offerFree(later)
    expect([...world.state.reserved.keys()]).toEqual([person(3)])
    expect(world.take(3, later + 1)).toBe("done")
    expect(world.state.waiting).toEqual([])
  })

  it("go to the next person at once when an offer is declined", () => {
    const world = new SeatWorld()
    world.offer(1)
    world.hold(1, START)
    world.take(1, START)
    world.join(2, START)
    world.join(3, START)
    world.release(1, START)
    world.offerFree(START)
    world.leave(2, START + MINUTE)
    expect([...world.state.reserved.keys()]).toEqual([person(3)])
  })

  it("are not left by anyone after the number was lowered, and nobody enters", () => {
    const world = new SeatWorld()
    world.offer(3)
    for (const n of [1, 2, 3]) {
      world.hold(n, START)
      world.take(n, START)
    }
    expect(world.offer(1, START + MINUTE)).toBe("done")
    world.release(1, START + MINUTE)
    expect(world.state.taken.size).toBe(2)
    expect(world.hold(4, START + MINUTE)).toBe("full")
    world.release(2, START + MINUTE)
    expect(world.hold(4, START + MINUTE)).toBe("full")
    world.release(3, START + MINUTE)
    expect(world.hold(4, START + MINUTE)).toBe("done")
  })

  it("cannot be offered at a wrong price, number or currency, nor in another currency while some are taken", () => {
    const world = new SeatWorld()
    expect([world.offer(1, START, 99n), world.offer(0), world.offer(5_001)]).toEqual(["unfit", "unfit", "unfit"])
    world.offer(2)
    world.hold(1, START)
    world.take(1, START)
    const euros = { pmsf: 10_000n, currencyId: 5, cap: 2 }
    expect(world.run(setOffer({ personId: CREATOR, channelId: CHANNEL, nowMs: START }, euros)(world.state))).toBe(
      "unfit",
    )
    world.offer(2, START, 0n)
    expect(world.hold(2, START)).toBe("notOffered")
    expect(world.join(2, START)).toBe("notOffered")
  })

  it("in use are never more than there are, at any event, except after the number was lowered", () => {
    const step = fc.record({
      act: fc.constantFrom("hold", "take", "join", "leave", "release", "offerFree", "cap", "holdTake"),
      n: fc.nat(11),
      cap: fc.integer({ min: 1, max: 6 }),
      // Clocks of processes differ, and one is set back by an hour.
      minutes: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(-60, -10, 1_500)),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        const inUse = ({ taken, reserved }: SeatsState) => taken.size + reserved.size
        const world = new SeatWorld((before, after) => {
          expect(inUse(after)).toBeLessThanOrEqual(Math.max(after.cap, inUse(before)))
          expect([...after.taken.keys()].some((id) => after.reserved.has(id) || after.waiting.includes(id))).toBe(false)
          expect(new Set(after.waiting).size).toBe(after.waiting.length)
        })
        world.offer(3)
        let nowMs = START
        for (const { act, n, cap, minutes } of steps) {
          nowMs += minutes * MINUTE
          if (act === "cap") world.offer(cap, nowMs)
          else if (act === "offerFree") world.offerFree(nowMs)
          else if (act === "holdTake") {
            if (world.hold(n, nowMs) === "done") expect(world.take(n, nowMs)).toBe("done")
          } else world[act](n, nowMs)
          const now = expireHolds(world.state, nowMs)
          // Nobody passes people who wait.
          if (now.waiting.length > 0 && !now.reserved.has(person(n)) && countFreeSeats(now) === 0)
            expect(world.take(n, nowMs)).not.toBe("done")
        }
        expect(replay(PremiumSeats, world.log)).toEqual(world.state)
      }),
      { numRuns: 100 },
    )
  })
})
