import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EventStore, uuidv7 } from "#core/kernel"
import { run } from "#src/process/runtime.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { compareBooks } from "../../../core/wallet/reconcile/compareBooks.ts"
import { leaveRulesReactor } from "../../worker/reactors/subscriptions.ts"
import { retryMissedRules, runPayday, settleDueRules } from "../../worker/subscriptions/runSubscriptions.ts"
import { at, DAY, levelAt, openSubscriptionKit, type SubscriptionKit, TEN } from "./testing/subscriptionKit.ts"

type Rules = {
  readonly rule: {
    readonly msf: string
    readonly starts: number
    readonly ends: number
    readonly missed: string | null
  }
  readonly rules: ReadonlyArray<unknown>
  readonly seats: ReadonlyArray<{ readonly status: string }>
}
const TEN_MINUTES = 600_000

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields", "Night Trains", "River Post", "Tin Roofs"])
})
afterAll(() => kit.close())

const rulesOf = (who: TestPerson) => kit.data<Rules>("Channel/LoadSubscribeRule", {}, who)
const balance = (person: TestPerson) => kit.balance("available", person)
const chargesOf = async ({ personId }: TestPerson) =>
  (await run(Effect.flatMap(EventStore, (store) => Effect.orDie(store.readStream(`rule-${personId}.1`))))).filter(
    ({ type }) => type === "subscriptions.TermBegun.v1",
  ).length
const booksAreRight = async () =>
  expect(await compareBooks(kit.ledger.sql, async () => ({ position: 0, books: [] }))).toMatchObject({
    ...{ books: [], unbalanced: [] },
  })

describe("a fee", () => {
  it.each(["-0", "-10", "1e3", "0.001", "10.001", "NaN", "Infinity", "0x10", "10,5", "", " ", `1${"0".repeat(40)}`])(
    "of %j is refused by every call that takes one, and nothing is stored",
    async (msf) => {
      const person = await kit.payer()
      const codes = { channelCode: kit.codeOf(0), creators: [{ channelCode: kit.codeOf(0), weight: 1 }] }
      for (const name of [
        ...["Channel/Subscribe", "Channel/UpdateSubscribe", "Channel/UpdateSubscribeRuleWithCreator"],
        ...["Donation/AddSubscribeRule", "Channel/BuyGift"],
      ]) {
        const answered = await kit.call(name, { ...codes, msf, periods: 1 }, person)
        expect([name, answered.status, Object.keys(answered.body.errors ?? {})]).toEqual([name, 400, ["msf"]])
      }
      expect((await rulesOf(person)).rules).toEqual([])
      expect(await balance(person)).toBe(100_000n)
    },
  )
})

describe("a key of a request", () => {
  const [one, two] = [() => kit.codeOf(0), () => kit.codeOf(1)]
  it.each<[string, () => object, () => object]>([
    ["Donation/AddSubscribeRule", () => ({ msf: "10" }), () => ({ msf: "11" })],
    ["Donation/AddCreatorToSubscribeRule", () => ({ channelCode: one() }), () => ({ channelCode: two() })],
    [
      "Channel/UpdateSubscribeRuleWithCreator",
      () => ({ creators: [{ channelCode: one(), weight: 1 }] }),
      () => ({ creators: [{ channelCode: two(), weight: 1 }] }),
    ],
    ["Channel/UpdateSubscribe", () => ({ msf: "10" }), () => ({ msf: "11" })],
    ["Channel/Subscribe", () => ({ channelCode: one(), msf: "10" }), () => ({ channelCode: two(), msf: "10" })],
    [
      "Channel/BuyGift",
      () => ({ channelCode: one(), msf: "10", periods: 1 }),
      () => ({ channelCode: one(), msf: "10", periods: 3 }),
    ],
  ])("of %s has one effect, and is refused for another request", async (path, first, second) => {
    const person = await kit.payer()
    const key = uuidv7(Date.now())
    expect((await kit.call(path, first(), person, key)).status).toBe(200)
    const [units, rules] = [await balance(person), await rulesOf(person)]
    expect((await kit.call(path, first(), person, key)).status).toBe(200)
    expect((await kit.call(path, second(), person, key)).status).toBe(409)
    expect([await balance(person), await rulesOf(person)]).toEqual([units, rules])
  })
})

describe("two workers", () => {
  it("whose clocks differ by ten minutes charge a renewal once, and pay a period out once", async () => {
    const person = await kit.payer()
    await kit.subscribe(person, { channelCode: kit.codeOf(3) })
    const { rule } = await rulesOf(person)
    await Promise.all([at(rule.ends - TEN_MINUTES, settleDueRules), at(rule.ends, settleDueRules)])
    await Promise.all([at(rule.ends + TEN_MINUTES, settleDueRules), at(rule.ends, settleDueRules)])
    await expect.poll(async () => (await rulesOf(person)).rule.starts).toBe(rule.ends)
    expect([await chargesOf(person), await balance(person)]).toEqual([2, 100_000n - 2n * TEN])
    const before = await balance(kit.creator(3))
    const closing = rule.ends + DAY
    await Promise.all([closing, closing + TEN_MINUTES].map((ms) => at(ms, runPayday)))
    expect((await balance(kit.creator(3))) - before).toBe((TEN * 95n) / 100n)
    await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true }, person)
    await booksAreRight()
  })

  it("that both hear of coins in the last second of grace charge the missed renewal once", async () => {
    const person = await kit.payer(TEN)
    await kit.subscribe(person)
    const { rule } = await rulesOf(person)
    await at(rule.ends, settleDueRules)
    await expect.poll(async () => (await rulesOf(person)).rule.missed).toBe("balance")
    await kit.ledger.deposit(person.personId, 3n * TEN)
    const last = rule.ends + 7 * DAY - 1
    await Promise.all([1, 2, 3].map(() => at(last, retryMissedRules(person.personId))))
    await expect.poll(async () => (await rulesOf(person)).rule).toMatchObject({ missed: null, starts: rule.ends })
    expect([await chargesOf(person), await balance(person)]).toEqual([2, 2n * TEN])
  })
})

describe("a creator", () => {
  it("cannot support themselves by a second channel", async () => {
    const own = kit.creator(1)
    const opened = await kit.call("UserProfile/UpdateContentCreator", { subChannel: "Quiet Fields DE" }, own)
    const { profile } = opened.body.data as unknown as {
      readonly profile: { readonly subChannels: ReadonlyArray<{ readonly channelCode: string }> }
    }
    const channelCode = profile.subChannels[0]?.channelCode
    expect(channelCode).toBeDefined()
    await kit.ledger.deposit(own.personId, 100_000n)
    const asked = await kit.call("Channel/Subscribe", { channelCode, msf: "10.00" }, own)
    expect([asked.status, asked.body.message, await balance(own)]).toEqual([
      400,
      expect.stringContaining("own channel"),
      100_000n,
    ])
    expect((await rulesOf(own)).rules).toEqual([])
  })

  it("who closes the channel in the moment of the payday is paid for their time, once, and no unit is lost", async () => {
    const [person, creator] = [await kit.payer(), kit.creator(2)]
    await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(2) }, person)
    await kit.subscribe(person, { channelCode: kit.codeOf(4) })
    const { rule } = await rulesOf(person)
    await kit.call("Channel/UpdateSubscribe", { subscribeRuleStatusId: 4 }, person)
    const before = [await balance(creator), await balance(kit.creator(4))] as const
    const closed = await kit.call("UserProfile/UpdateContentCreator", { userChannelStatusId: 3 }, creator)
    expect(closed.status).toBe(200)
    const [event] = await run(
      Effect.gen(function* () {
        const store = yield* EventStore
        const types = ["channels.ChannelStatusSet.v1"]
        return (yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 100, types })).slice(-1)
      }),
    )
    if (event === undefined) throw new Error("the channel is open")
    const leaving = await at(rule.ends - 1, leaveRulesReactor)
    await Promise.all([leaving.react(event), at(rule.ends + DAY, runPayday), at(rule.ends + DAY, runPayday)])
    await at(rule.ends + DAY, runPayday)
    const earned = [(await balance(creator)) - before[0], (await balance(kit.creator(4))) - before[1]] as const
    expect(earned[0] + earned[1]).toBe((TEN * 95n) / 100n)
    expect(await levelAt(rule.ends, creator, person)).toBe(0)
    await booksAreRight()
  })
})

describe("a gift to somebody with a premium seat", () => {
  it("begins when what they pay for is over, and takes neither seat nor level", async () => {
    await kit.call("Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 2 }, kit.creator(0))
    const [giver, reader] = [await kit.payer(), await kit.payer()]
    await kit.subscribe(reader, { levelId: 3 })
    const { rule } = await rulesOf(reader)
    await kit.call("Channel/BuyGift", { channelCode: kit.codeOf(0), msf: "10.00", periods: 1 }, giver)
    const { gifts } = await kit.data<{ readonly gifts: ReadonlyArray<{ readonly giftCode: string }> }>(
      ...(["Channel/LoadGifts", {}, giver] as const),
    )
    expect((await kit.call("Channel/ClaimGift", { giftCode: gifts[0]?.giftCode }, reader)).status).toBe(200)
    expect((await rulesOf(reader)).seats).toMatchObject([{ status: "taken" }])
    expect(await levelAt(rule.ends - 1, kit.creator(0), reader)).toBe(3)
    const { claimed } = await kit.data<{ readonly claimed: ReadonlyArray<{ readonly starts: number }> }>(
      ...(["Channel/LoadGifts", {}, reader] as const),
    )
    expect(claimed[0]?.starts).toBe(rule.ends)
    await booksAreRight()
  })
})
