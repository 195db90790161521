import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { DepartureReason } from "#contract/subscriptions"
import type { AnyEvent } from "#core/kernel"
import { rowAfter } from "#projections/runner"
import { coarseReasons, reasonOfPerson } from "./coarseReasons.ts"
import { memberships } from "./memberships.projection.ts"
import type { MembershipRow, Stay } from "./tables.ts"

const [PAYER, ANNA, BEN] = [1, 2, 3].map((n) => `01990000-0000-7000-8000-00000000000${n}`) as [string, string, string]
const day = (number: number) => new Date(Date.UTC(2027, 0, number, 10)).toISOString()
type Fields = Readonly<Record<string, unknown>>
const event = (name: string, fields: Fields, number = 1): AnyEvent => ({
  _tag: `subscriptions.${name}.v1`,
  ...{ personId: PAYER, number, ...fields },
})

/** The rows after some events. */
const rowsAfter = (events: ReadonlyArray<AnyEvent>): ReadonlyArray<MembershipRow> => {
  const rows = new Map<string, NonNullable<ReturnType<typeof rowAfter>>>()
  const context = { position: 1, stream: "", recordedAt: day(31), actor: "" }
  for (const each of events)
    for (const change of memberships.fold(each, context)) {
      const row = rowAfter(change, rows.get(change.key.join(" ")) ?? null)
      if (row !== null) rows.set(change.key.join(" "), row)
    }
  return [...rows.values()] as unknown as ReadonlyArray<MembershipRow>
}
const staysAfter = (events: ReadonlyArray<AnyEvent>, creatorId = ANNA): ReadonlyArray<Stay> =>
  rowsAfter(events)[0]?.stays[creatorId] ?? []
const premiumAfter = (events: ReadonlyArray<AnyEvent>): ReadonlyArray<Stay> => rowsAfter(events)[0]?.premium[ANNA] ?? []

const added = event("RuleAdded", { addedAt: day(1) })
const begun = (number = 1) => event("TermBegun", { creatorIds: [ANNA, BEN], begunAt: day(1) }, number)
const lapsed = (reason: string, number = 1) =>
  event("RuleLapsed", { reason, creatorIds: [ANNA, BEN], lapsedAt: day(9) }, number)
const intent = (wanted: string) => event("IntentSet", { intent: wanted, setAt: day(5) })
const removed = (by: string) =>
  event("CreatorSet", { creatorId: ANNA, weight: 0, by, countsUntil: day(12), isPaid: false, setAt: day(9) })
const seatLost = (reason: string) => event("SeatsLost", { creatorIds: [ANNA], seats: [], reason, lostAt: day(9) })
const seatPaid = event("SeatsPaid", { creatorIds: [ANNA], seats: [], from: day(2), until: day(31), paidAt: day(2) })
const deleted = (at: string): AnyEvent => ({
  _tag: "accounts.AccountDeleted.v1",
  ...{ personId: PAYER, deletedAt: at },
})

describe("a membership", () => {
  const ENDS: ReadonlyArray<readonly [string, ReadonlyArray<AnyEvent>, DepartureReason]> = [
    ["a cancelled rule ends", [intent("cancelled"), lapsed("ended")], "cancelled"],
    ["a paused rule ends", [intent("paused"), lapsed("ended")], "paused"],
    ["a term ends that is not renewed", [lapsed("ended")], "notRenewed"],
    ["a renewal could not be charged in time", [lapsed("missed")], "paymentFailed"],
    ["the payer takes a refund", [intent("cancelled"), lapsed("refunded")], "refunded"],
    ["the deposit that paid is undone", [lapsed("undone")], "paymentReversed"],
    ["the payer removes the creator", [removed("payer")], "removed"],
    ["the creator closes the channel", [removed("creator")], "channelClosed"],
    ["operators withhold the channel", [removed("operator")], "channelWithheld"],
  ]
  it.each(ENDS)("ends with its reason when %s", (_, events, reason) => {
    expect(staysAfter([added, begun(), ...events])).toEqual([{ from: day(1), to: day(9), reason }])
  })

  it("ends as a gift when the rule of a gift is over", () => {
    const [row] = rowsAfter([event("RuleAdded", { addedAt: day(1) }, 101), begun(101), lapsed("ended", 101)])
    expect(row?.stays[ANNA]).toEqual([{ from: day(1), to: day(9), reason: "giftEnded" }])
  })

  it("ends with the account, also when the refund of leaving came first", () => {
    for (const events of [[], [intent("cancelled"), lapsed("refunded")]])
      expect(staysAfter([added, begun(), ...events, deleted(day(9))])).toEqual([
        { from: day(1), to: day(9), reason: "accountClosed" },
      ])
    expect(staysAfter([added, begun(), lapsed("refunded"), deleted(day(20))])).toMatchObject([{ reason: "refunded" }])
  })

  it("does not name its person after the account was closed or erased", () => {
    const erased: AnyEvent = { _tag: "kernel.SubjectErased.v1", ...{ subjectId: PAYER } }
    for (const end of [deleted(day(9)), erased]) {
      const rows = rowsAfter([added, begun(), end])
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(PAYER)
    }
  })

  it("goes on through renewals, and begins again after it ended", () => {
    expect(staysAfter([added, begun(), begun()])).toEqual([{ from: day(1), to: null, reason: null }])
    const again = event("TermBegun", { creatorIds: [ANNA], begunAt: day(20) })
    expect(staysAfter([added, begun(), lapsed("missed"), again])).toMatchObject([
      { to: day(9), reason: "paymentFailed" },
      { from: day(20), to: null },
    ])
  })

  it("begins for a creator who is added to a paid rule, and not to one that is not paid", () => {
    const set = (isPaid: boolean) =>
      event("CreatorSet", { creatorId: ANNA, weight: 1, by: "payer", countsUntil: null, isPaid, setAt: day(4) })
    expect(staysAfter([added, set(false)])).toEqual([])
    expect(staysAfter([added, set(true), set(true)])).toEqual([{ from: day(4), to: null, reason: null }])
  })
})

describe("premium", () => {
  it.each([
    ["unwanted", "cancelled"],
    ["withdrawn", "offerEnded"],
    ["balance", "paymentFailed"],
    ["refunded", "refunded"],
    ["creatorLeft", "channelClosed"],
    ["undone", "paymentReversed"],
  ])("lost as %s ended as %s, and the subscription goes on", (lost, reason) => {
    const events = [added, begun(), seatPaid, seatLost(lost)]
    expect(premiumAfter(events)).toEqual([{ from: day(2), to: day(9), reason }])
    expect(staysAfter(events)).toMatchObject([{ to: null }])
  })

  it("has the reason of the rule that it ended with", () => {
    const events = [added, begun(), seatPaid, seatLost("lapsed"), lapsed("missed")]
    expect(premiumAfter(events)).toMatchObject([{ to: day(9), reason: "paymentFailed" }])
  })
})

const anyEvent = fc
  .record({
    what: fc.constantFrom("begin", "lapse", "add", "remove", "lapse", "begin", "delete"),
    number: fc.constantFrom(1, 2, 101),
    creatorId: fc.constantFrom(ANNA, BEN),
    at: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ what, number, creatorId, at }) => {
    if (what === "begin") return event("TermBegun", { creatorIds: [creatorId], begunAt: day(at) }, number)
    if (what === "lapse") return event("RuleLapsed", { reason: "ended", creatorIds: [], lapsedAt: day(at) }, number)
    if (what === "delete") return deleted(day(at))
    const countsUntil = what === "add" ? null : day(at)
    return event("CreatorSet", { creatorId, by: "payer", countsUntil, isPaid: true, setAt: day(at) }, number)
  })

/** Who is in which rule after some events, by an oracle that keeps no times. */
const presentAfter = (events: ReadonlyArray<AnyEvent>): ReadonlySet<string> => {
  const present = new Set<string>()
  for (const each of events as ReadonlyArray<AnyEvent & Fields>) {
    const of = (creatorId: unknown) => `${each.number} ${creatorId}`
    const isOver = (key: string) => each._tag.includes("Deleted") || key.startsWith(`${each.number} `)
    if (each._tag.includes("TermBegun")) for (const id of each.creatorIds as ReadonlyArray<string>) present.add(of(id))
    else if (!each._tag.includes("CreatorSet")) for (const key of present) isOver(key) && present.delete(key)
    else if (each.countsUntil === null) present.add(of(each.creatorId))
    else present.delete(of(each.creatorId))
  }
  return present
}

it("joined minus left is present after every event, and stays neither overlap nor run backwards", () =>
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      for (let count = 0; count <= events.length; count++) {
        const stays = rowsAfter(events.slice(0, count)).flatMap((row) => Object.values(row.stays))
        const left = stays.flat().filter(({ to }) => to !== null)
        expect(stays.flat().length - left.length).toBe(presentAfter(events.slice(0, count)).size)
        expect(left.every(({ from, to, reason }) => from <= (to ?? "") && reason !== null)).toBe(true)
        for (const own of stays)
          for (const [place, stay] of own.entries())
            if (place > 0) expect((own[place - 1]?.to ?? "9") <= stay.from).toBe(true)
      }
    }),
  ))

describe("reasons of payments", () => {
  const counted = (counts: Partial<Record<DepartureReason, number>>) =>
    Object.fromEntries(
      coarseReasons(new Map(Object.entries(counts) as ReadonlyArray<[DepartureReason, number]>)).map((each) => [
        each.reason,
        each.count,
      ]),
    )

  it("are counted as not renewed where few people left", () => {
    expect(counted({ paymentFailed: 4, notRenewed: 9, cancelled: 1 })).toEqual({ notRenewed: 13, cancelled: 1 })
    expect(counted({ paymentFailed: 9, notRenewed: 4 })).toEqual({ notRenewed: 13 })
    expect(counted({ paymentReversed: 1 })).toEqual({ notRenewed: 1 })
  })

  it("are counted apart from five people on in both groups", () => {
    expect(counted({ paymentFailed: 3, paymentReversed: 2, notRenewed: 5 })).toEqual({
      paymentFailed: 5,
      notRenewed: 5,
    })
  })

  it("are never shown beside a name", () => {
    expect(
      ["paymentFailed", "paymentReversed", "removed"].map((reason) => reasonOfPerson(reason as DepartureReason)),
    ).toEqual(["notRenewed", "notRenewed", "removed"])
  })

  it("add up to the people who left", () =>
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(20), (failed, ended, reversed) => {
        const sum = Object.values(counted({ paymentFailed: failed, notRenewed: ended, paymentReversed: reversed }))
        expect(sum.reduce((all, count) => all + count, 0)).toBe(failed + ended + reversed)
      }),
    ))
})
