import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { SimWorlds } from "#core/chains"
import { DepositAddresses, DepositWatch } from "#core/wallet"
import { run } from "#src/process/runtime.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { inProcessSigner } from "../../../core/chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../../core/chains/signer/Keys.ts"
import { compareBooks } from "../../../core/wallet/reconcile/compareBooks.ts"
import {
  at,
  DAY,
  levelAt,
  openSubscriptionKit,
  type SubscriptionKit,
  TEN,
} from "../../api/channel/testing/subscriptionKit.ts"
import { runPayday, settleDueRules } from "./runSubscriptions.ts"

type Rules = { readonly rules: ReadonlyArray<{ readonly subscribeRuleStatusId: number; readonly ends: number | null }> }

const BTC = 1
const signer = inProcessSigner(makeKeys({ bytes: new Uint8Array(32).fill(7), isDemo: true }))

let kit: SubscriptionKit
beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields"])
  await run(Effect.orDie(DepositWatch.use((watch) => watch.openAccount("BTC", signer))))
  await mine(8)
})
afterAll(() => kit.close())

const world = () => run(Effect.map(SimWorlds, (worlds) => worlds.of("BTC")))
const scan = () => run(DepositWatch.use((watch) => watch.scan("BTC", () => Effect.succeed(1n))))
const mine = async (blocks: number) => {
  await Effect.runPromise((await world()).mine(blocks))
  await scan()
}
/** Removes the last blocks, with the deposits in them. */
const undo = async (blocks: number) => {
  await Effect.runPromise(Effect.orDie((await world()).reorg(blocks)))
  await scan()
}

/** Coins on the way to a person: they count once they are deep enough, and not if their block is removed. */
const deposit = async (person: TestPerson, amount: bigint) => {
  const { script } = await run(
    Effect.orDie(DepositAddresses.use((addresses) => addresses.give(person.personId, BTC, false))),
  )
  await Effect.runPromise(Effect.orDie((await world()).faucet({ script, amount })))
  await mine(3)
  return kit.balance("available", person)
}
const suspense = async () => {
  await kit.ledger.use(({ flushHotEntries }) => flushHotEntries)
  return BigInt((await kit.ledger.stands(`suspense:${BTC}:`)).posted)
}
const rulesOf = async (person: TestPerson) =>
  (await kit.data<Rules>("Channel/LoadSubscribeRule", {}, person)).rules.map(
    ({ subscribeRuleStatusId: status }) => status,
  )
const isRight = async () => {
  const { sql } = kit.ledger
  expect(await compareBooks(sql, async () => ({ position: 0, books: [] }))).toMatchObject({ books: [], unbalanced: [] })
}

it("takes back the subscription that an undone deposit had paid: access ends, no creator is paid, nothing is missing", async () => {
  const person = await kit.kit.people.make()
  expect(await deposit(person, TEN)).toBe(TEN)
  const before = await kit.unearned()
  await kit.subscribe(person)
  expect(await kit.unearned()).toBe(before + TEN)
  expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(2)

  await undo(4)
  expect([await kit.balance("available", person), await kit.unearned(), await suspense()]).toEqual([0n, before, 0n])
  expect(await levelAt(Date.now() + 1, kit.creator(0), person)).toBe(0)
  await expect.poll(() => rulesOf(person)).toEqual([3])
  // Nothing renews, and nothing is paid out.
  const later = Date.now() + 40 * DAY
  await at(later, settleDueRules)
  await at(later, runPayday)
  expect(await kit.balance("available", kit.creator(0))).toBe(0n)
  await isRight()

  // The deposit is mined again: its owner gets all of it, and may subscribe again.
  await mine(4)
  expect([await kit.balance("available", person), await suspense()]).toEqual([TEN, 0n])
  await kit.subscribe(person)
  expect(await levelAt(Date.now(), kit.creator(0), person)).toBe(2)
  await isRight()
})

it("takes back premium with its seat, the latest rule first, and leaves the rules that other coins paid", async () => {
  await kit.call("Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 1 }, kit.creator(1))
  const person = await kit.payer(TEN)
  await kit.subscribe(person)
  const rest = await deposit(person, 2n * TEN)
  await kit.call("Donation/AddSubscribeRule", { msf: "10.00" }, person)
  const premium = { ruleId: 2, channelCode: kit.codeOf(1), levelId: 3, msf: "10.00" }
  expect((await kit.call("Channel/Subscribe", premium, person)).body.message).toBe("")
  expect(await levelAt(Date.now(), kit.creator(1), person)).toBe(3)
  const spent = rest - (await kit.balance("available", person))
  expect(spent).toBe(TEN + TEN / 2n)

  const before = await suspense()
  await undo(4)
  expect([await kit.balance("available", person), await suspense()]).toEqual([0n, before])
  const now = Date.now() + 1
  expect([await levelAt(now, kit.creator(0), person), await levelAt(now, kit.creator(1), person)]).toEqual([2, 0])
  await expect.poll(() => rulesOf(person)).toEqual([2, 3])
  const next = await kit.payer()
  await kit.call("Channel/Subscribe", { channelCode: kit.codeOf(1), levelId: 3, msf: "10.00" }, next)
  expect(await levelAt(now, kit.creator(1), next)).toBe(3)
  await isRight()
})

it("leaves with the creators what was paid out: what is missing then goes to suspense", async () => {
  const person = await kit.kit.people.make()
  await deposit(person, 3n * TEN)
  await kit.subscribe(person, { periods: 3 })
  const left = await kit.balance("available", person)
  await at(Date.now() + 32 * DAY, runPayday)
  const paid = TEN
  const earlier = await suspense()
  await undo(4)
  expect(await kit.balance("available", person)).toBe(0n)
  expect((await suspense()) - earlier).toBe(-paid)
  expect(left).toBeGreaterThan(0n)
  await isRight()
})

describe("gifts that an undone deposit had paid", () => {
  // Deposits of the tests before count again, and are deep enough to stay.
  beforeEach(() => mine(8))

  /** What three months of 10.00 cost. */
  const THREE = (TEN * 11n) / 4n
  type Gifts = { readonly gifts: ReadonlyArray<{ readonly giftCode: string | null; readonly status: string }> }
  const gifts = async (person: TestPerson) => (await kit.data<Gifts>("Channel/LoadGifts", {}, person)).gifts
  const claim = (person: TestPerson, giftCode: string | null) => kit.call("Channel/ClaimGift", { giftCode }, person)

  /** Somebody who bought three months with a deposit that may still be undone. */
  const giver = async () => {
    const person = await kit.kit.people.make()
    await deposit(person, THREE)
    const request = { channelCode: kit.codeOf(0), msf: "10.00", periods: 3 }
    expect((await kit.call("Channel/BuyGift", request, person)).body.message).toBe("")
    return { person, code: (await gifts(person))[0]?.giftCode ?? null }
  }

  it("are taken back while nobody has claimed them, and their codes open nothing", async () => {
    const [before, missing] = [await kit.unearned(), await suspense()]
    const { person, code } = await giver()
    expect(await kit.unearned()).toBe(before + THREE)
    await undo(4)
    expect([await kit.balance("available", person), await kit.unearned(), await suspense()]).toEqual([
      0n,
      before,
      missing,
    ])
    await expect.poll(async () => (await gifts(person)).map(({ status }) => status)).toEqual(["returned"])
    const reader = await kit.kit.people.make()
    expect((await claim(reader, code)).status).toBe(409)
    await isRight()
    await mine(4)
    expect([await kit.balance("available", person), await suspense()]).toEqual([THREE, missing])
  })

  it("are taken back from their readers, who keep what they pay for themselves", async () => {
    const reader = await kit.payer(TEN)
    const [before, missing] = [await kit.unearned(), await suspense()]
    await kit.subscribe(reader, { channelCode: kit.codeOf(1) })
    const { person, code } = await giver()
    expect((await claim(reader, code)).status).toBe(200)
    const levels = async () => Promise.all([0, 1].map((index) => levelAt(Date.now() + 1, kit.creator(index), reader)))
    expect(await levels()).toEqual([2, 2])
    await undo(4)
    expect(await levels()).toEqual([0, 2])
    expect([await kit.balance("available", person), await kit.unearned(), await suspense()]).toEqual([
      0n,
      before + TEN,
      missing,
    ])
    expect(await kit.balance("available", reader)).toBe(0n)
    await isRight()
  })

  it("leave with the creator what was paid out: only that goes to suspense", async () => {
    const [missing, earlier] = [await suspense(), await kit.balance("available", kit.creator(0))]
    const { code } = await giver()
    await claim(await kit.kit.people.make(), code)
    await at(Date.now() + 32 * DAY, runPayday)
    const paid = (await kit.balance("available", kit.creator(0))) - earlier
    expect(paid).toBeGreaterThanOrEqual((TEN * 95n) / 100n)
    await undo(4)
    expect((await suspense()) - missing).toBe(-TEN)
    await isRight()
  })
})
