import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Receipt, verifyReceipt } from "#contract/subscriptions"
import { EventStore } from "#core/kernel"
import { waitFor } from "#projections/runner"
import { countedChannel, forwardedAt, listPaydays } from "#projections/subscriptions"
import { run } from "#src/process/runtime.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { noticesReactor } from "../../worker/reactors/notices.ts"
import { provePaydays, runPayday } from "../../worker/subscriptions/runSubscriptions.ts"
import { at, DAY, openSubscriptionKit, type SubscriptionKit, TEN } from "./testing/subscriptionKit.ts"

type Loaded = {
  readonly forwards: ReadonlyArray<{ readonly userCode: string; readonly perMille: number }>
  readonly incoming: ReadonlyArray<{ readonly userCode: string; readonly perMille: number }>
}
/** What a month of 10.00 brings, and premium of 5.00. */
const [SHARE, PREMIUM] = [(TEN * 95n) / 100n, (TEN * 95n) / 200n]

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields", "Salt Roads", "Tin Roofs"])
  await kit.call("Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 10 }, kit.creator(0))
})
afterAll(() => kit.close())

const forward = (person: TestPerson, { userCode }: TestPerson, perMille: number) =>
  kit.call("Channel/UpdateForward", { userCode, perMille }, person)
const load = (person: TestPerson) => kit.data<Loaded>("Channel/LoadForwards", {}, person)
/** Gives the reactor what was passed on, twice, as after a crash. */
const noticesOf = async (person: TestPerson) => {
  const reactor = await run(noticesReactor)
  const events = await run(
    Effect.gen(function* () {
      const store = yield* EventStore
      const types = ["subscriptions.ForwardSet.v1"]
      return yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 1_000, types })
    }),
  )
  for (const event of [...events, ...events]) await reactor.react(event)
  await run(waitFor("notices", await run(EventStore.use((store) => store.watermark))))
  type Messages = { readonly messages: ReadonlyArray<{ readonly title: string; readonly message: string }> }
  const { messages } = await kit.data<Messages>("Message/LoadMessage", { type: "Account" }, person)
  return messages.map(({ title, message }) => `${title}: ${message.slice(0, 23)}`)
}
const balance = (person: TestPerson) => kit.balance("available", person)

it("pays co-authors together with their creator, to the unit, and shows both where it comes from [S7-064]", async () => {
  const [ben, payer] = [await kit.kit.people.make({ displayName: "Ben" }), await kit.payer()]
  const [creator, other] = [kit.creator(0), kit.creator(1)]
  expect((await forward(creator, ben, 125)).status).toBe(200)
  expect((await forward(creator, other, 100)).status).toBe(200)
  expect((await load(creator)).forwards.map(({ perMille }) => perMille)).toEqual([125, 100])
  expect((await load(ben)).incoming).toMatchObject([{ userCode: creator.userCode, perMille: 125 }])

  expect(await noticesOf(ben)).toEqual(["Anna Muster passes on income to you: You get 12.5% of what t"])

  const [before, unearned] = [await Promise.all([creator, other, ben].map(balance)), await kit.unearned()]
  await kit.subscribe(payer, { levelId: 3 })
  const rehearsed = async (person: TestPerson) =>
    (await kit.data<{ readonly income: ReadonlyArray<object> }>("Channel/LoadRehearsal", {}, person)).income[0]
  expect(await rehearsed(ben)).toMatchObject({ cycles: 0, seats: 0, amount: "0.00003563", received: "0.00003563" })
  expect(await rehearsed(creator)).toMatchObject({ cycles: 1, seats: 1, received: "0", passedOn: "0.00006413" })
  await at(Date.now() + 40 * DAY, runPayday)
  await run(provePaydays)
  const now = await Promise.all([creator, other, ben].map(balance))
  const got = now.map((units, index) => units - (before[index] ?? 0n))
  const parts = [SHARE, PREMIUM].map((units) => [(units * 775n) / 1_000n, units / 10n, units / 8n])
  // Fractions of a unit go to the largest remainder.
  expect(got.reduce((sum, units) => sum + units, 0n)).toBe(SHARE + PREMIUM)
  for (const [index, units] of got.entries()) {
    const exact = parts.reduce((sum, each) => sum + (each[index] ?? 0n), 0n)
    expect([exact, exact + 1n, exact + 2n]).toContain(units)
  }
  expect(await kit.unearned()).toBe(unearned)

  const { paydays } = await run(listPaydays(ben.personId, 1))
  expect(paydays.map(({ amount }) => BigInt(amount))).toEqual([got[2]])
  const paydayId = paydays[0]?.paydayId ?? ""
  const shown = await run(forwardedAt(ben.personId, [paydayId]))
  expect(shown).toMatchObject([{ isFrom: true, userCode: creator.userCode, amount: String(got[2]) }])
  expect((await run(forwardedAt(creator.personId, [paydayId]))).map(({ isFrom }) => isFrom)).toEqual([false, false])

  const { receipt } = await kit.data<{ readonly receipt: Receipt }>(
    "Donation/LoadReceipt",
    { ruleId: 1, cycle: 1 },
    payer,
  )
  expect(await verifyReceipt(receipt)).toEqual([])
  const kinds = receipt.entries.map(({ kind }) => kind)
  expect(kinds).toEqual([
    "paid",
    "share",
    "premium",
    "forwarded",
    "forwarded",
    "forwarded",
    "forwarded",
    "cut",
    "returned",
  ])
  const income = await kit.data<{ readonly receipts: ReadonlyArray<Receipt> }>(
    "Donation/LoadIncomeReceipts",
    { paydayId },
    ben,
  )
  const entries = income.receipts.flatMap(({ entries: own }) => own)
  expect(entries.every(({ kind, recipient }) => kind === "forwarded" && recipient === ben.personId)).toBe(true)
  expect(entries.reduce((sum, { units }) => sum + BigInt(units), 0n)).toBe(got[2])
  for (const each of income.receipts) expect(await verifyReceipt(each)).toEqual([])
  expect(JSON.stringify(income)).not.toContain(payer.personId)
})

it("applies to what a payer who cancels has used, and ends when the creator wants it", async () => {
  const [carl, payer] = [await kit.kit.people.make(), await kit.payer()]
  const creator = kit.creator(1)
  await forward(creator, carl, 500)
  await kit.subscribe(payer, { channelCode: kit.codeOf(1) })
  const before = await balance(creator)
  await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, payer)
  const [stored, passed] = [(await balance(creator)) - before, await balance(carl)]
  expect(passed).toBeGreaterThan(0n)
  expect([stored - 1n, stored, stored + 1n]).toContain(passed)
  await forward(creator, carl, 0)
  expect([(await load(creator)).forwards, (await load(carl)).incoming]).toEqual([[], []])
  const next = await kit.payer()
  await kit.subscribe(next, { channelCode: kit.codeOf(1) })
  await at(Date.now() + 40 * DAY, runPayday)
  expect(await balance(carl)).toBe(passed)
})

it("leaves the part of somebody who has left with the creator", async () => {
  const [dora, payer] = [await kit.kit.people.make(), await kit.payer()]
  const creator = kit.creator(1)
  await forward(creator, dora, 200)
  await kit.subscribe(payer, { channelCode: kit.codeOf(1) })
  expect((await kit.call("User/DeleteAccount", { password: dora.password }, dora)).status).toBe(200)
  const before = await balance(creator)
  await at(Date.now() + 40 * DAY, runPayday)
  expect((await balance(creator)) - before).toBe(SHARE)
  expect((await load(creator)).forwards).toEqual([])
})

it("is refused to people without a channel, for oneself, for nobody, beyond the half, and both ways at once", async () => {
  const [person, creator, other] = [await kit.kit.people.make(), kit.creator(0), kit.creator(1)]
  expect((await forward(person, creator, 100)).status).toBe(404)
  expect((await forward(creator, creator, 100)).body.errors).toHaveProperty("userCode")
  expect((await forward(creator, { ...person, userCode: "QI0000000000" }, 100)).body.errors).toHaveProperty("userCode")
  expect((await forward(creator, person, 501)).body.errors).toHaveProperty("perMille")
  expect((await forward(creator, person, -1)).body.errors).toHaveProperty("perMille")
  await forward(creator, other, 0)
  const both = await Promise.all([forward(creator, other, 10), forward(other, creator, 10)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

type Reading = {
  readonly channels: ReadonlyArray<{ readonly code: string; readonly share: string }>
  readonly rule: {
    readonly reading: {
      readonly isOn: boolean
      readonly floor: number | null
      readonly parts: ReadonlyArray<{ readonly channelCode: string; readonly perMille: number }>
    } & { readonly starts: number | null; readonly setAt: number | null }
  }
}

it("shares a fee by reading time while its payer wants that, and never learns more than the shares", async () => {
  const [payer, stranger] = [await kit.payer(), await kit.payer()]
  const [first, second] = [kit.creator(2), kit.creator(3)]
  await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(3) }, payer)
  const share = (payload: object, who: TestPerson = payer) => kit.call("Channel/UpdateReadingShare", payload, who)
  const parts = (one: number, other: number) => ({
    parts: [one, other].map((perMille, place) => ({ channelCode: kit.codeOf(2 + place), perMille })),
  })
  const reading = async () => (await kit.data<Reading>("Channel/LoadSubscribeRule", {}, payer)).rule.reading
  const shownShares = async () => {
    const { channels } = await kit.data<Reading>("Channel/LoadSubscribeRule", {}, payer)
    return [2, 3].map((index) => channels.find(({ code }) => code === kit.codeOf(index))?.share)
  }
  expect((await share({ isOn: true }, stranger)).status).toBe(404)
  expect((await share({ ruleId: 2, isOn: true })).status).toBe(404)
  expect(await reading()).toMatchObject({ isOn: false, starts: null, floor: null, parts: [] })
  expect((await share({ isOn: true })).status).toBe(200)
  expect((await share(parts(500, 500))).status).toBe(409)
  expect(await run(countedChannel(payer.personId, second.personId))).toBe(kit.codeOf(3))
  expect(await run(countedChannel(stranger.personId, second.personId))).toBeNull()

  await kit.subscribe(payer, { channelCode: kit.codeOf(2) })
  expect(await reading()).toMatchObject({ isOn: true, floor: 125, cap: 700, parts: [], setAt: null })
  expect(await shownShares()).toEqual(["5", "5"])
  expect((await share(parts(800, 200))).body.errors).toHaveProperty("parts")
  expect((await share({ parts: parts(700, 300).parts.slice(0, 1) })).body.errors).toHaveProperty("parts")
  expect((await share(parts(700, 300))).status).toBe(200)
  expect((await share(parts(600, 400))).status).toBe(409)
  expect(await reading()).toMatchObject(parts(700, 300))
  expect(await shownShares()).toEqual(["7", "3"])

  const before = await Promise.all([first, second].map(balance))
  await at(Date.now() + 40 * DAY, runPayday)
  const after = await Promise.all([first, second].map(balance))
  const got = after.map((units, place) => units - (before[place] ?? 0n))
  expect(got).toEqual([(SHARE * 700n) / 1_000n, (SHARE * 300n) / 1_000n])

  await share({ isOn: false })
  expect(await run(countedChannel(payer.personId, second.personId))).toBeNull()
})
