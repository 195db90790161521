import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { returnUnclaimedGifts, runPayday, settleDueRules } from "../../worker/subscriptions/runSubscriptions.ts"
import { at, DAY, levelAt, openSubscriptionKit, type SubscriptionKit, TEN } from "./testing/subscriptionKit.ts"

type Gift = {
  readonly giftId: string
  readonly giftCode: string | null
  readonly status: string
  readonly amount: string
  readonly returnsAt: number
}
type Loaded = {
  readonly gifts: ReadonlyArray<Gift>
  readonly claimed: ReadonlyArray<{ readonly channelCode: string; readonly starts: number; readonly ends: number }>
}
/** What three months of 10.00 cost: the third one is a quarter cheaper. */
const THREE = (TEN * 11n) / 4n

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields"])
})
afterAll(() => kit.close())

const buy = (person: TestPerson, more: object = {}) =>
  kit.call("Channel/BuyGift", { channelCode: kit.codeOf(0), msf: "10.00", periods: 3, ...more }, person)
const load = (person: TestPerson) => kit.data<Loaded>("Channel/LoadGifts", {}, person)
const bought = async (person: TestPerson, more: object = {}): Promise<Gift> => {
  expect((await buy(person, more)).body.message).toBe("")
  const [gift] = (await load(person)).gifts
  if (gift === undefined) throw new Error("no gift")
  return gift
}
const claim = (person: TestPerson, giftCode: string | null) => kit.call("Channel/ClaimGift", { giftCode }, person)
const giveBack = (person: TestPerson, giftId: string) => kit.call("Channel/ReturnGift", { giftId }, person)
const balance = (person: TestPerson) => kit.balance("available", person)

describe("a gift", () => {
  it("is paid at once, claimed by its code, opens the channel, and is paid out to its creator [S7-064]", async () => {
    const [giver, reader] = [await kit.payer(), await kit.payer(1n)]
    const gift = await bought(giver)
    expect(gift).toMatchObject({ status: "open", amount: "0.00055" })
    expect(await balance(giver)).toBe(100_000n - THREE)
    expect(await kit.unearned()).toBe(THREE)
    const shown = await kit.data<object>("Channel/LoadGift", { giftCode: gift.giftCode }, reader)
    expect(shown).toEqual({
      ...{ channelCode: kit.codeOf(0), subject: "Harbour Notes", msf: "10", currencyId: 4, periods: 3, status: "open" },
    })
    expect((await claim(reader, gift.giftCode?.toLowerCase() ?? "")).status).toBe(200)
    expect(await levelAt(Date.now(), kit.creator(0), reader)).toBe(2)
    expect(await levelAt(Date.now(), kit.creator(0), giver)).toBe(0)
    const [claimed] = (await load(reader)).claimed
    expect((await load(giver)).gifts).toMatchObject([{ status: "claimed", giftCode: null }])
    expect(await kit.unearned()).toBe(THREE)

    const ends = claimed?.ends ?? 0
    const before = await balance(kit.creator(0))
    await at(ends + DAY, settleDueRules)
    await at(ends + DAY, runPayday)
    expect((await balance(kit.creator(0))) - before).toBe((THREE * 95n) / 100n)
    expect([await kit.unearned(), await balance(giver), await balance(reader)]).toEqual([0n, 100_000n - THREE, 1n])
    expect(await levelAt(ends, kit.creator(0), reader)).toBe(0)
    await expect.poll(async () => (await load(reader)).claimed).toEqual([])
  })

  it("is no subscription of its reader, who pays nothing and cannot take a refund", async () => {
    const [giver, reader] = [await kit.payer(), await kit.payer(1n)]
    await claim(reader, (await bought(giver)).giftCode)
    const rules = await kit.data<{ readonly rules: ReadonlyArray<unknown> }>("Channel/LoadSubscribeRule", {}, reader)
    expect(rules.rules).toEqual([])
    const refund = { ruleId: 101, subscribeRuleStatusId: 4, isNow: true }
    expect((await kit.call("Channel/UpdateSubscribe", refund, reader)).status).toBe(400)
    expect(await balance(reader)).toBe(1n)
  })

  it("begins when the paid months of its reader are over", async () => {
    const [giver, reader] = [await kit.payer(), await kit.payer()]
    await kit.subscribe(reader, { autoRenew: false })
    const { rule } = await kit.data<{ readonly rule: { readonly ends: number } }>(
      "Channel/LoadSubscribeRule",
      {},
      reader,
    )
    await claim(reader, (await bought(giver, { periods: 1 })).giftCode)
    const [claimed] = (await load(reader)).claimed
    expect(claimed?.starts).toBe(rule.ends)
    const levels = [rule.ends - 1, rule.ends, (claimed?.ends ?? 0) - 1, claimed?.ends ?? 0]
    const found = await Promise.all(levels.map((ms) => levelAt(ms, kit.creator(0), reader)))
    expect(found).toEqual([2, 2, 2, 0])
  })

  it("is claimed by one of many who try at once", async () => {
    const giver = await kit.payer()
    const { giftCode } = await bought(giver)
    const readers = await Promise.all(Array.from({ length: 6 }, () => kit.payer(1n)))
    const answers = await Promise.all(readers.map((reader) => claim(reader, giftCode)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const levels = await Promise.all(readers.map((reader) => levelAt(Date.now(), kit.creator(0), reader)))
    expect(levels.filter((level) => level === 2)).toHaveLength(1)
  })

  it("goes back to its payer, who asks for it, or after 90 days, and only once", async () => {
    const giver = await kit.payer()
    const small = { msf: "2.00", periods: 1 }
    const { giftId, giftCode, returnsAt } = await bought(giver, small)
    const stranger = await kit.payer()
    expect((await giveBack(stranger, giftId)).status).toBe(404)
    expect((await claim(giver, giftCode)).status).toBe(409)
    expect((await giveBack(giver, giftId)).status).toBe(200)
    expect((await giveBack(giver, giftId)).status).toBe(200)
    expect(await balance(giver)).toBe(100_000n)
    expect((await claim(stranger, giftCode)).status).toBe(409)
    expect((await buy(giver, small)).status).toBe(200)
    await at(returnsAt + DAY, returnUnclaimedGifts)
    await at(returnsAt + DAY, returnUnclaimedGifts)
    expect(await balance(giver)).toBe(100_000n)
    expect((await load(giver)).gifts.map(({ status }) => status)).toEqual(["returned", "returned"])
  })

  it("is refused without coins, for one's own channel, below the minimum, and with a code that opens nothing", async () => {
    const poor = await kit.payer(THREE - 1n)
    expect((await buy(poor)).body.errors).toHaveProperty("msf")
    expect((await buy(kit.creator(0))).body.errors).toHaveProperty("channelCode")
    expect((await buy(await kit.payer(), { msf: "0.99" })).body.errors).toHaveProperty("msf")
    expect((await claim(poor, "7Q2ZKD-0VXM4T-H8RRWA-5B6CJE")).status).toBe(404)
    expect(await balance(poor)).toBe(THREE - 1n)
  })

  it("is paid once if the same request is repeated", async () => {
    const giver = await kit.payer()
    const request = { channelCode: kit.codeOf(0), msf: "10.00", periods: 3 }
    const key = crypto.randomUUID()
    for (const _ of [1, 2]) expect((await kit.call("Channel/BuyGift", request, giver, key)).status).toBe(200)
    expect(await balance(giver)).toBe(100_000n - THREE)
    expect((await load(giver)).gifts).toHaveLength(1)
  })
})

describe("deleting an account", () => {
  const leave = (person: TestPerson) => kit.call("User/DeleteAccount", { password: person.password }, person)
  const all = async (...people: ReadonlyArray<TestPerson>) =>
    (await Promise.all(people.map(balance))).reduce((sum, units) => sum + units, await fees())
  const fees = async () => {
    await kit.ledger.use(({ flushHotEntries }) => flushHotEntries)
    return BigInt((await kit.ledger.stands("fees:1:")).posted)
  }

  it("returns gifts that nobody has claimed, says so, and their codes open nothing", async () => {
    const [giver, reader] = [await kit.payer(THREE), await kit.kit.people.make()]
    const unearned = await kit.unearned()
    const { giftCode } = await bought(giver)
    const refused = await leave(giver)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("You still have coins")])
    expect([await balance(giver), await kit.unearned()]).toEqual([THREE, unearned])
    expect((await claim(reader, giftCode)).status).toBe(409)
    expect(await levelAt(Date.now(), kit.creator(0), reader)).toBe(0)
  })

  it("leaves a claimed gift with its reader, who gets the rest when they leave, too", async () => {
    const [giver, reader] = [await kit.payer(THREE), await kit.kit.people.make()]
    await claim(reader, (await bought(giver)).giftCode)
    const [unearned, before] = [await kit.unearned(), await all(giver, reader, kit.creator(0))]
    expect((await leave(giver)).status).toBe(200)
    expect(await levelAt(Date.now(), kit.creator(0), reader)).toBe(2)
    expect((await leave(reader)).status).toBe(409)
    expect(await levelAt(Date.now(), kit.creator(0), reader)).toBe(0)
    expect(await balance(giver)).toBe(0n)
    expect(await balance(reader)).toBeGreaterThan((THREE * 8n) / 10n)
    expect(await kit.unearned()).toBe(unearned - THREE)
    expect((await all(giver, reader, kit.creator(0))) - before).toBe(THREE)
  })

  it("gives the rest of a claimed gift back to who paid for it, and keeps the reader's name from them", async () => {
    const [giver, reader] = [await kit.payer(THREE), await kit.kit.people.make()]
    await claim(reader, (await bought(giver)).giftCode)
    const before = await all(giver, kit.creator(0))
    expect((await leave(reader)).status).toBe(200)
    expect(await balance(giver)).toBeGreaterThan((THREE * 8n) / 10n)
    expect((await all(giver, kit.creator(0))) - before).toBe(THREE)
    const listed = await kit.data<{ readonly movements?: unknown }>("Balance/LoadMovements", {}, giver)
    expect(JSON.stringify([listed, await load(giver)])).not.toContain(reader.userCode)
  })
})
