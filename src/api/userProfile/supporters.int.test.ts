import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PreviewCounts, type PreviewStep } from "#core/subscriptions"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { at, type Creator, openSubscriptionKit, type SubscriptionKit } from "../channel/testing/subscriptionKit.ts"

type Tier = {
  readonly present: number
  readonly flows: ReadonlyArray<{
    readonly days: number
    readonly joined: number
    readonly left: number
    readonly reasons: ReadonlyArray<{ readonly reason: string; readonly count: number }>
  }>
  readonly months: ReadonlyArray<Record<"present" | "churned" | "joined" | "left", number> & { readonly month: string }>
}
type Report = {
  readonly all: Tier
  readonly premium: Tier
  readonly cohorts: ReadonlyArray<{
    readonly month: string
    readonly joined: number
    readonly stayed: ReadonlyArray<{ readonly months: number; readonly count: number | null }>
  }>
  readonly previews: Readonly<Record<PreviewStep, number>> | null
  readonly moves: ReadonlyArray<{
    readonly userCode: string | null
    readonly hasLeft: boolean
    readonly reason: string
  }>
}

const DAY = 86_400_000
const NOW = new Date()
/** A day of a month before this one. */
const past = (monthsAgo: number, day: number) =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - monthsAgo, day, 10))
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

let kit: SubscriptionKit
let ids = 0

beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields", "Night Trains", "Salt Roads"])
})
afterAll(() => kit.close())

const report = (who: Creator, payload: object = {}) => kit.data<Report>("UserProfile/LoadSupporterReport", payload, who)
const newId = () => {
  ids += 1
  return `01990000-0000-7000-8000-${String(ids).padStart(12, "0")}`
}

/** Events of a rule as they were recorded; the newest makes the read model wait. */
const record = async (personId: string, events: ReadonlyArray<readonly [string, object]>, number = 1) => {
  for (const [name, fields] of events)
    await kit.kit.notify("rule-", `${personId}.${number}`, `subscriptions.${name}.v1`, { personId, number, ...fields })
}
const begun = (creatorIds: ReadonlyArray<string>, at: Date) =>
  [
    "TermBegun",
    {
      ...{ creatorIds, anchorAt: at.toISOString(), place: 0, skipped: 0, assetTypeId: 1, currencyId: 4, msf: "1000" },
      ...{ feeUnits: "1", cycles: [], begunAt: at.toISOString() },
    },
  ] as const
const lapsed = (creatorIds: ReadonlyArray<string>, reason: string, at: Date) =>
  ["RuleLapsed", { reason, creatorIds, lapsedAt: at.toISOString() }] as const

describe("the report on supporters", () => {
  it("counts who joined and left, with reasons, churn and cohorts", async () => {
    const { personId } = kit.creator(1)
    const [stays, leaves, returns, two] = [newId(), newId(), newId(), newId()]
    await record(stays, [begun([personId], past(5, 3))])
    await record(leaves, [begun([personId], past(5, 4)), lapsed([personId], "missed", past(3, 20))])
    await record(returns, [
      begun([personId], past(5, 5)),
      lapsed([personId], "ended", past(3, 5)),
      begun([personId], past(3, 9)),
    ])
    // Two rules that support at the same time are one supporter, who is there until both are over.
    await record(two, [begun([personId], past(4, 2)), lapsed([personId], "ended", past(3, 2))])
    await record(two, [begun([personId], past(4, 20)), lapsed([personId], "refunded", past(2, 20))], 2)
    await expect.poll(async () => (await report(kit.creator(1))).all.present).toBe(2)
    const { all, cohorts, premium } = await report(kit.creator(1))
    const month = (ago: number) => all.months.find((each) => each.month === monthOf(past(ago, 1)))
    expect(month(5)).toMatchObject({ present: 0, joined: 3, left: 0, churned: 0 })
    expect(month(4)).toMatchObject({ present: 3, joined: 1, left: 0, churned: 0 })
    // Who left and came back within a month is not churn.
    expect(month(3)).toMatchObject({ present: 4, joined: 1, left: 2, churned: 1 })
    expect(month(2)).toMatchObject({ present: 3, joined: 0, left: 1, churned: 1 })
    expect(cohorts).toMatchObject([
      { month: monthOf(past(4, 1)), joined: 1 },
      { month: monthOf(past(5, 1)), joined: 3 },
    ])
    const stayed = Object.fromEntries(cohorts[1]?.stayed.map(({ months, count }) => [months, count]) ?? [])
    expect(stayed).toEqual({ 1: 3, 2: 2, 3: 2, 6: null, 12: null })
    expect(all.flows.find(({ days }) => days === 365)).toMatchObject({
      ...{ joined: 5, left: 3 },
      // Too few to tell failed payments apart.
      reasons: [
        { reason: "notRenewed", count: 2 },
        { reason: "refunded", count: 1 },
      ],
    })
    expect(premium).toMatchObject({ present: 0 })
  })

  it("adds up: joined minus left is present at each month's end, and cohorts are everyone who ever joined", async () => {
    const { personId } = kit.creator(2)
    const people = Array.from({ length: 40 }, newId)
    for (const [place, person] of people.entries()) {
      const joined = past(2 + (place % 7), 1 + (place % 27))
      const left = new Date(joined.getTime() + (place % 11) * 9 * DAY)
      await record(person, [
        begun([personId], joined),
        ...(place % 3 === 0 || left > NOW ? [] : [lapsed([personId], "ended", left)]),
      ])
    }
    const everyone = async () => (await report(kit.creator(2))).cohorts.reduce((sum, { joined }) => sum + joined, 0)
    // Those who left in the moment in which they joined were never there.
    const gone = people.filter((_, place) => place % 3 !== 0 && place % 11 === 0).length
    await expect.poll(everyone).toBe(people.length - gone)
    const { all, cohorts } = await report(kit.creator(2))
    const months = all.months.toReversed()
    for (const [place, { present, joined, left }] of months.entries())
      expect(present + joined - left).toBe(months[place + 1]?.present ?? all.present)
    for (const { joined, stayed } of cohorts)
      for (const { count } of stayed) expect(count ?? 0).toBeLessThanOrEqual(joined)
  })

  it("names who came and went, hides what wallets hold, and keeps no name of a closed account", async () => {
    const person: TestPerson = await kit.payer()
    await kit.call("Channel/Subscribe", { channelCode: kit.codeOf(3), msf: "10.00", autoRenew: true }, person)
    const unpaid: TestPerson = await kit.payer()
    const { personId } = kit.creator(3)
    await record(unpaid.personId, [begun([personId], new Date(Date.now() - 9 * DAY))])
    await record(unpaid.personId, [lapsed([personId], "missed", new Date(Date.now() - DAY))])
    const moves = async () => (await report(kit.creator(3))).moves
    await expect.poll(moves).toMatchObject([
      { userCode: person.userCode, hasLeft: false, reason: null },
      { userCode: unpaid.userCode, hasLeft: true, reason: "notRenewed" },
      { userCode: unpaid.userCode, hasLeft: false },
    ])
    await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, person)
    await expect
      .poll(moves)
      .toMatchObject([{ userCode: person.userCode, hasLeft: true, reason: "refunded" }, {}, {}, {}])
    await kit.kit.notify("account-", unpaid.personId, "accounts.AccountDeleted.v1", {
      ...{ personId: unpaid.personId, farewellId: newId(), email: null, locale: "en" },
      deletedAt: new Date().toISOString(),
    })
    await expect.poll(async () => (await moves()).filter(({ userCode }) => userCode === null).length).toBe(2)
    const rows = await kit.kit.sql`select from read.subscription_membership where person_id = ${unpaid.personId}`
    expect(rows).toHaveLength(0)
  })

  it("sums steps from locked posts to subscriptions over all channels, from five locked posts on", async () => {
    const { channelId } = kit.creator(0)
    const count = (step: PreviewStep, nowMs = Date.now()) =>
      at(
        nowMs,
        PreviewCounts.use((counts) => counts.count(channelId, step)),
      )
    const previews = async (days: number) => (await report(kit.creator(0), { days })).previews
    for (let shown = 0; shown < 4; shown++) await count("shown")
    await Promise.all([count("opened"), count("opened"), count("subscribed")])
    await count("shown", Date.now() - 60 * DAY)
    expect(await previews(30)).toBeNull()
    expect(await previews(90)).toEqual({ shown: 5, opened: 2, subscribed: 1 })
    expect((await report(kit.creator(1), { days: 365 })).previews).toBeNull()
  })

  it("is a creator's own: it never shows supporters of others, nor who else a person supports", async () => {
    const [mine, other] = [kit.creator(0), kit.creator(1)]
    const person = await kit.payer()
    await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(2) }, person)
    await kit.subscribe(person)
    await expect.poll(async () => (await report(mine)).all.present).toBe(1)
    const text = JSON.stringify(await report(mine, { days: 365 }))
    for (const hidden of [other.personId, kit.creator(2).personId, kit.codeOf(2), person.personId])
      expect(text).not.toContain(hidden)
    const reader = await kit.payer()
    expect((await kit.call("UserProfile/LoadSupporterReport", {}, reader)).status).toBe(404)
  })
})
