import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Subscriptions } from "#core/subscriptions"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { offerFreeSeats, runPayday, settleDueRules } from "../../worker/subscriptions/runSubscriptions.ts"
import { at, DAY, levelAt, openSubscriptionKit, type SubscriptionKit, TEN } from "./testing/subscriptionKit.ts"

/** 5.00 a month in units of the coin. */
const FIVE = 10_000n

type Offer = { readonly pmsf: string; readonly cap: number; readonly left: number; readonly waiting: number } | null
type Seat = { readonly status: string; readonly until: number | null; readonly place: number }
type Rules = {
  readonly rule: {
    readonly pmsf: string
    readonly starts: number
    readonly ends: number
    readonly missed: string | null
  }
  readonly channels: ReadonlyArray<{
    readonly code: string
    readonly levelId: number
    readonly premium: { readonly pmsf: string; readonly until: number; readonly isRenewing: boolean } | null
  }>
  readonly seats: ReadonlyArray<Seat>
}

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit([
    "Harbour Notes",
    "Quiet Fields",
    "Night Trains",
    "Low Tides",
    "Slow Letters",
    "Stone Bridges",
    "Paper Boats",
  ])
})
afterAll(() => kit.close())

const offer = (index: number, pmsf: string, cap: number) =>
  kit.call("Channel/UpdateOffer", { pmsf, currencyId: 4, cap }, kit.creator(index))
const offered = async (index: number) =>
  (await kit.data<{ readonly offer: Offer }>("Channel/LoadOffer", { channelCode: kit.codeOf(index) }, kit.creator(1)))
    .offer
const rulesOf = (who: TestPerson) => kit.data<Rules>("Channel/LoadSubscribeRule", {}, who)
const premium = (index: number, person: TestPerson, more: object = {}) =>
  kit.call(
    "Channel/Subscribe",
    { channelCode: kit.codeOf(index), levelId: 3, msf: "10.00", autoRenew: true, ...more },
    person,
  )
const waiting = (index: number, person: TestPerson, isWaiting = true) =>
  kit.call("Channel/UpdateWaitingList", { channelCode: kit.codeOf(index), isWaiting }, person)
const seatOf = async (person: TestPerson) => (await rulesOf(person)).seats[0]

describe("an offer of premium", () => {
  it("is set by the creator, and seen by everybody with the seats that are left [S9-014]", async () => {
    expect(await offered(0)).toBeNull()
    expect((await offer(0, "5.00", 500)).status).toBe(200)
    expect(await offered(0)).toEqual({ pmsf: "5", currencyId: 4, cap: 500, left: 500, waiting: 0 })
    expect((await offer(0, "0.50", 500)).body.errors).toHaveProperty("pmsf")
    expect((await offer(0, "5.00", 5_001)).body.errors).toHaveProperty("cap")
    expect(
      (await kit.call("Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 5 }, await kit.payer())).status,
    ).toBe(404)
  })

  it("that does not exist opens nothing", async () => {
    const person = await kit.payer()
    expect((await premium(5, person)).status).toBe(409)
    expect((await waiting(5, person)).status).toBe(409)
    expect(await kit.balance("available", person)).toBe(100_000n)
  })
})

describe("premium", () => {
  it("is charged with the fee, opens level 3, and is paid to its creator alone [S7-064, S4-047]", async () => {
    await offer(0, "5.00", 500)
    const person = await kit.payer()
    await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(1) }, person)
    expect((await premium(0, person)).status).toBe(200)
    expect(await kit.balance("available", person)).toBe(100_000n - TEN - FIVE)
    const { rule, channels } = await rulesOf(person)
    expect(rule.pmsf).toBe("5")
    expect(channels.find(({ code }) => code === kit.codeOf(0))).toMatchObject({
      levelId: 3,
      premium: { pmsf: "5", isRenewing: true, until: rule.ends },
    })
    const now = Date.now()
    expect(await levelAt(now, kit.creator(0), person)).toBe(3)
    expect(await levelAt(now, kit.creator(1), person)).toBe(2)
    const before = [await kit.balance("available", kit.creator(0)), await kit.balance("available", kit.creator(1))]
    await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4 }, person)
    await at(rule.ends + DAY, runPayday)
    // The fee is split by weight and seconds, both creators have nearly half of 95 %; premium belongs to one of them.
    const [first, second] = [
      (await kit.balance("available", kit.creator(0))) - (before[0] ?? 0n),
      (await kit.balance("available", kit.creator(1))) - (before[1] ?? 0n),
    ] as const
    expect(first + second).toBe((TEN * 95n) / 100n + (FIVE * 95n) / 100n)
    expect(first - second).toBeGreaterThanOrEqual((FIVE * 95n) / 100n - 1n)
    expect(await kit.unearned()).toBe(0n)
    expect(await levelAt(rule.ends, kit.creator(0), person)).toBe(0)
  })

  it("can be added to a running term: its rest is charged by time and rounded up, and the anchor stays", async () => {
    const person = await kit.payer()
    await kit.subscribe(person)
    const { rule: before } = await rulesOf(person)
    const quote = await at(
      Date.now(),
      Subscriptions.use(({ quoteSeat }) =>
        quoteSeat({ personId: person.personId, number: 1 }, kit.creator(0).channelId),
      ),
    )
    expect((await premium(0, person)).status).toBe(200)
    const paid = 100_000n - TEN - (await kit.balance("available", person))
    expect(paid).toBeGreaterThan(FIVE - 10n)
    expect(paid).toBeLessThanOrEqual(quote?.units ?? 0n)
    const { rule } = await rulesOf(person)
    expect([rule.starts, rule.ends]).toEqual([before.starts, before.ends])
    expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(3)
    expect((await premium(0, person)).status).toBe(200)
    expect(100_000n - TEN - (await kit.balance("available", person))).toBe(paid)
  })

  it("is given up at the end of the paid term, and can be kept until then", async () => {
    const person = await kit.payer()
    await premium(0, person)
    const giveUp = () =>
      kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(0), levelId: 2 }, person)
    const { rule } = await rulesOf(person)
    const left = (await offered(0))?.left
    await giveUp()
    expect((await rulesOf(person)).rule.pmsf).toBe("0")
    await premium(0, person)
    expect((await rulesOf(person)).rule.pmsf).toBe("5")
    await giveUp()
    expect(await levelAt(rule.ends - 1, kit.creator(0), person)).toBe(3)
    await at(rule.ends, settleDueRules)
    await expect.poll(async () => (await rulesOf(person)).rule.starts).toBe(rule.ends)
    expect(await levelAt(rule.ends, kit.creator(0), person)).toBe(2)
    expect(await kit.balance("available", person)).toBe(100_000n - FIVE - 2n * TEN)
    // The job settled rules of other tests, too.
    await expect.poll(async () => (await offered(0))?.left).toBeGreaterThan(left ?? 0)
  })

  it("falls to level 2 if the balance covers the fee alone, and the seat is free again", async () => {
    const person = await kit.payer(2n * TEN + FIVE + FIVE - 1n)
    await premium(0, person)
    const { rule } = await rulesOf(person)
    await at(rule.ends, settleDueRules)
    await expect.poll(async () => (await rulesOf(person)).rule.starts).toBe(rule.ends)
    expect(await levelAt(rule.ends, kit.creator(0), person)).toBe(2)
    expect(await kit.balance("available", person)).toBe(FIVE - 1n)
    expect((await rulesOf(person)).seats).toEqual([])
  })

  it("is renewed at the agreed price if the creator raises it, and ends if they stop offering it", async () => {
    await offer(1, "5.00", 10)
    const person = await kit.payer(200_000n)
    await premium(1, person)
    const { rule } = await rulesOf(person)
    await offer(1, "50.00", 10)
    await at(rule.ends, settleDueRules)
    await expect.poll(async () => (await rulesOf(person)).rule.starts).toBe(rule.ends)
    expect(await kit.balance("available", person)).toBe(200_000n - 2n * (TEN + FIVE))
    await offer(1, "0", 10)
    const second = (await rulesOf(person)).rule
    await at(second.ends, settleDueRules)
    await expect.poll(async () => (await rulesOf(person)).rule.starts).toBe(second.ends)
    expect(await kit.balance("available", person)).toBe(200_000n - 3n * TEN - 2n * FIVE)
    expect(await levelAt(second.ends, kit.creator(1), person)).toBe(2)
  })

  it("is renewed for many payers in one append, and a payer without enough for it keeps the level of subscribers", async () => {
    await offer(6, "5.00", 10)
    const people = [await kit.payer(), await kit.payer(), await kit.payer(2n * TEN + FIVE)]
    for (const person of people) expect((await premium(6, person)).status).toBe(200)
    const ends = Math.max(...(await Promise.all(people.map(async (person) => (await rulesOf(person)).rule.ends))))
    await at(ends, settleDueRules)
    const renewals = await kit.ledger.sql<Array<{ renewals: number; seats: number }>>`
      select count(*) filter (where type = 'subscriptions.TermBegun.v1')::int as renewals,
             count(*) filter (where type = 'subscriptions.SeatsPaid.v1')::int as seats
      from es.event e where type in ('subscriptions.TermBegun.v1', 'subscriptions.SeatsPaid.v1')
        and data->>'personId' = any(${people.map(({ personId }) => personId)})
        and (data->>'begunAt' >= ${new Date(ends).toISOString()} or data->>'paidAt' >= ${new Date(ends).toISOString()})
      group by (select min(c.position) from es.command c where c.position >= e.position) order by 1 desc`
    expect(renewals).toEqual([
      { renewals: 2, seats: 2 },
      { renewals: 1, seats: 0 },
    ])
    const levels = people.map((person) => levelAt(ends + DAY, kit.creator(6), person))
    expect(await Promise.all(levels)).toEqual([3, 3, 2])
    expect(await Promise.all(people.map((person) => kit.balance("available", person)))).toEqual([
      100_000n - 2n * (TEN + FIVE),
      100_000n - 2n * (TEN + FIVE),
      0n,
    ])
    await expect.poll(async () => (await offered(6))?.left).toBe(8)
  })

  it("is refunded with the rule, to the second, and at least 7 days are kept", async () => {
    const person = await kit.payer()
    await premium(0, person)
    const { rule } = await rulesOf(person)
    expect((await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, person)).status).toBe(
      200,
    )
    const days = BigInt(Math.round((rule.ends - rule.starts) / DAY))
    const stored = (units: bigint) => (units * 7n + days - 1n) / days
    expect(await kit.balance("available", person)).toBe(100_000n - stored(TEN) - stored(FIVE))
    expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(0)
    expect((await rulesOf(person)).seats).toEqual([])
  })

  it("counts until the second in which its creator leaves, and the rest goes back", async () => {
    await offer(4, "5.00", 10)
    const person = await kit.payer()
    await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(1) }, person)
    await premium(4, person)
    const { rule } = await rulesOf(person)
    const half = rule.starts + (rule.ends - rule.starts) / 2
    await at(
      half,
      Subscriptions.use(({ removeCreator }) =>
        removeCreator({ personId: person.personId, number: 1 }, kit.creator(4).personId),
      ),
    )
    expect(await levelAt(half, kit.creator(4), person)).toBe(0)
    await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4 }, person)
    await at(rule.ends + DAY, runPayday)
    expect(await kit.balance("available", person)).toBe(100_000n - TEN - FIVE / 2n)
  })
})

describe("seats", () => {
  it("are reserved while the payer has too little, and nobody else gets them", async () => {
    await offer(2, "5.00", 1)
    const [poor, other] = [await kit.payer(TEN), await kit.payer()]
    expect((await premium(2, poor)).status).toBe(400)
    // A refused call waits for no read model.
    await expect.poll(() => seatOf(poor)).toMatchObject({ status: "held" })
    expect((await offered(2))?.left).toBe(0)
    expect((await premium(2, other)).status).toBe(409)
    expect(await kit.balance("available", other)).toBe(100_000n)
    await kit.ledger.deposit(poor.personId, FIVE)
    expect((await premium(2, poor)).status).toBe(200)
    expect(await seatOf(poor)).toMatchObject({ status: "taken" })
  })

  it("are offered to people who wait, in the order of joining, when a payer lapses or takes a refund", async () => {
    await offer(3, "5.00", 1)
    const [first, second, third] = [await kit.payer(), await kit.payer(), await kit.payer()]
    await premium(3, first)
    await waiting(3, second)
    expect((await waiting(3, third)).body.data).toMatchObject({ seat: { status: "waiting", place: 2 } })
    await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, first)
    await at(Date.now(), offerFreeSeats)
    await expect.poll(() => seatOf(second)).toMatchObject({ status: "offered" })
    expect(await seatOf(third)).toMatchObject({ status: "waiting", place: 1 })
    expect((await premium(3, third)).status).toBe(409)
    await waiting(3, second, false)
    await expect.poll(() => seatOf(third)).toMatchObject({ status: "offered" })
    expect((await premium(3, third)).status).toBe(200)
    expect(await levelAt(Date.now(), kit.creator(3), third)).toBe(3)
  })

  it("are sold at most once each, however many people want one at the same time", async () => {
    const SEATS = 5
    await offer(5, "5.00", SEATS)
    const people = await Promise.all(Array.from({ length: 20 }, () => kit.payer()))
    const answers = await Promise.all(people.map((person) => premium(5, person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SEATS)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await offered(5)).toMatchObject({ cap: SEATS, left: 0 })
    const levels = await Promise.all(people.map((person) => levelAt(Date.now(), kit.creator(5), person)))
    expect(levels.filter((level) => level === 3)).toHaveLength(SEATS)
  })
})

describe("leaving", () => {
  it("ends subscriptions first, and says that their refund is in the wallet", async () => {
    const person = await kit.payer(TEN + FIVE)
    await premium(0, person)
    const leave = () => kit.call("User/DeleteAccount", { password: person.password }, person)
    const { status, body } = await leave()
    expect([status, body.message]).toEqual([409, expect.stringContaining("Your subscriptions have ended")])
    expect(await kit.balance("available", person)).toBeGreaterThan(TEN)
    expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(0)
  })
})

type Rehearsed = {
  readonly charges: ReadonlyArray<{ readonly amount: string; readonly seats: number; readonly problem: string | null }>
  readonly shares: ReadonlyArray<{
    readonly channelCode: string | null
    readonly isPremium: boolean
    readonly amount: string
  }>
  readonly income: ReadonlyArray<{ readonly amount: string; readonly cycles: number; readonly seats: number }>
}

describe("the next twelve months", () => {
  const rehearsed = (who: TestPerson) => kit.data<Rehearsed>("Channel/LoadRehearsal", {}, who)

  const incomeOf = async (index: number) => {
    const { income } = await rehearsed(kit.creator(index))
    const sumOf = (counts: ReadonlyArray<number>) => counts.reduce((sum, count) => sum + count, 0)
    return { cycles: sumOf(income.map(({ cycles }) => cycles)), seats: sumOf(income.map(({ seats }) => seats)) }
  }

  it("tell a payer what their balance covers, and a creator what every renewal would bring", async () => {
    await offer(6, "5.00", 5)
    const before = await incomeOf(6)
    // 15.00 now, and enough for one renewal of 15.00.
    const person = await kit.payer(2n * (TEN + FIVE) + 1n)
    expect((await premium(6, person)).body.message).toBe("")
    const own = await rehearsed(person)
    expect(own.charges.map(({ amount, seats, problem }) => [amount, seats, problem])).toEqual([
      ["0.0003", 1, null],
      ["0.0003", 1, "balance"],
    ])
    const code = kit.codeOf(6)
    expect(own.shares.filter(({ channelCode }) => channelCode === code)).toEqual([
      { ...own.shares[0], isPremium: false, amount: "0.00038" },
      { ...own.shares[0], isPremium: true, amount: "0.00019" },
    ])
    expect(own.income).toEqual([])
    // The last period of the year is paid out after it.
    const after = await incomeOf(6)
    expect([after.cycles - before.cycles, after.seats - before.seats]).toEqual([11, 11])
    // A stranger learns nothing, and nothing was charged by looking.
    expect(await rehearsed(await kit.payer())).toMatchObject({ charges: [], shares: [], income: [] })
    expect(await kit.balance("available", person)).toBe(TEN + FIVE + 1n)
  })
})
