import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { SimWorlds } from "#core/chains"
import { CurrentMeta } from "#core/kernel"
import { personAccount } from "#core/ledger"
import { Assets, DepositWatch, Donations } from "#core/wallet"
import { findMovement, type Movement, movementId, pageMovements, parseMovementId } from "#projections/wallet"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { STEP_MS } from "../../core/accounts/formRules.ts"
import { codeAt } from "../../core/accounts/testing/authenticator.ts"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { inProcessSigner } from "../../core/chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../core/chains/signer/Keys.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { enrol, withClockLater } from "./testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"
import { setOldWithdrawalPassword, WITHDRAWAL_PASSWORD, walletCalls } from "./testing/walletCalls.ts"

let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  ledger = await openLedger(db.url)
})
afterAll(async () => {
  await ledger.close()
  await kit.close()
  await db.drop()
})

const [BTC, LTC] = [1, 3]
const DAY_MS = 86_400_000 + STEP_MS
type Calls = ReturnType<typeof walletCalls>
const call: Calls["call"] = (...requested) => walletCalls(kit).call(...requested)
const balanceOf: Calls["balanceOf"] = (...requested) => walletCalls(kit).balanceOf(...requested)
/** A person with coins and a withdrawal password. */
const rich = async (units: bigint) => {
  const person = await kit.people.make()
  await ledger.deposit(person.personId, units)
  await setOldWithdrawalPassword(person.personId)
  await expect.poll(() => balanceOf(person)).not.toBe("0")
  return person
}
const donation = ({ userCode }: TestPerson, more: object = {}) => ({
  userCode,
  assetTypeId: BTC,
  amount: "0.25",
  code: "",
  password: WITHDRAWAL_PASSWORD,
  ...more,
})

describe("balances", () => {
  it("[S7-035] [S3-012] are listed for every coin, including zero, without held amounts", async () => {
    const nobody = await kit.people.make()
    expect((await call("Balance/LoadBalance", {}, nobody)).body.data).toEqual({
      balances: [1, 2, 3].map((assetTypeId) => ({ assetTypeId, availableBalance: "0", heldBalance: "0" })),
    })
    const anna = await rich(150_000_001n)
    expect(await balanceOf(anna)).toBe("1.50000001")
    await ledger.use((service) =>
      service.placeHold({
        holdId: ledger.newId(),
        purpose: "withdrawal",
        account: `available:1:${anna.personId}`,
        amount: 1n,
      }),
    )
    await expect.poll(() => balanceOf(anna)).toEqual(["1.5", "0.00000001"])
  })

  it("[S6-005] require a token", async () => {
    for (const path of ["Balance/LoadBalance", "Balance/LoadMovements", "Donation/donate", "Donation/LoadDonations"])
      expect((await kit.post(`/api/${path}`, donation({ userCode: "QI1" } as TestPerson))).status).toBe(401)
  })
})

describe("a donation", () => {
  it("[S7-067] [S3-013] moves coins at once, and both sides see it", async () => {
    const [anna, bert] = [await rich(100_000_000n), await kit.people.make()]
    const { status, body } = await call("Donation/donate", donation(bert, { message: " Danke! " }), anna)
    expect([status, body]).toEqual([200, { status: true, message: "", data: { donationId: expect.any(String) } }])
    expect([await balanceOf(anna), await balanceOf(bert)]).toEqual(["0.75", "0.25"])

    const donations = async (who: TestPerson) => (await call("Donation/LoadDonations", {}, who)).body.data
    const about = {
      assetTypeId: BTC,
      amount: "0.25",
      message: "Danke!",
      at: expect.any(Number),
      donationId: body.data["donationId"],
    }
    expect(await donations(anna)).toMatchObject({
      donations: [{ ...about, isOwn: true, userCode: bert.userCode }],
      next: null,
    })
    expect(await donations(bert)).toMatchObject({
      donations: [{ ...about, isOwn: false, userCode: anna.userCode }],
      next: null,
    })
  })

  it("[S7-071] is listed page by page, newest first", async () => {
    const [anna, bert] = [await rich(100_000_000n), await kit.people.make()]
    const amounts = Array.from({ length: 52 }, (_, index) => `0.0001${String(index).padStart(2, "0")}`)
    for (const amount of amounts) await call("Donation/donate", donation(bert, { amount }), anna)
    type Page = { readonly donations: ReadonlyArray<{ readonly amount: string }>; readonly next: string }
    const page = (cursor?: string) =>
      walletCalls(kit).data<Page>("Donation/LoadDonations", cursor === undefined ? {} : { cursor }, bert)
    const first = await page()
    const second = await page(first.next)
    const listed = [...first.donations, ...second.donations].map(({ amount }) => Number(amount))
    expect(listed).toEqual(amounts.map(Number).reverse())
    expect((await call("Donation/LoadDonations", { cursor: "-1" }, bert)).status).toBe(400)
  })

  it("happens once per key, however often it is sent, and refuses the key with other content", async () => {
    const [anna, bert] = [await rich(30_000_000n), await kit.people.make()]
    const give = (more: object) => call("Donation/donate", donation(bert, { message: "Thanks", ...more }), anna, "one")
    const answers = await Promise.all([1, 2, 3].map(() => give({})))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect([await balanceOf(anna), await balanceOf(bert)]).toEqual(["0.05", "0.25"])
    expect((await give({ message: " Thanks " })).body).toEqual(answers[0]?.body)
    for (const more of [{ amount: "0.01" }, { message: "Or rather not" }, { message: "" }])
      expect((await give(more)).status).toBe(409)
  })

  it("[S5-013] is refused beside its field if it exceeds the balance, is zero, or has no valid amount", async () => {
    const [anna, bert] = [await rich(25_000_000n), await kit.people.make()]
    const refused = async (more: object) => (await call("Donation/donate", donation(bert, more), anna)).body.errors
    expect(await refused({ amount: "0.25000001" })).toEqual({ amount: ["not enough amount"] })
    for (const amount of ["0", "0.00", "0.00000999"])
      expect(Object.keys((await refused({ amount })) ?? {})).toEqual(["amount"])
    for (const amount of ["-1", "1e3", "", "0.123456789", "1,5", "9".repeat(40)])
      expect(Object.keys((await refused({ amount })) ?? {})).toEqual(["amount"])
    expect(await refused({ assetTypeId: 4, amount: "1" })).toEqual({ assetTypeId: ["You can only donate coins."] })
    expect(await refused({ assetTypeId: LTC })).toEqual({ amount: ["not enough amount"] })
    expect(await refused({ userCode: anna.userCode })).toEqual({ userCode: ["You can’t donate to yourself."] })
    expect(await refused({ message: "x".repeat(201) })).toEqual({ message: [expect.stringContaining("200")] })
    expect((await call("Donation/donate", donation({ userCode: "NOBODY" } as TestPerson), anna)).status).toBe(404)
    await ledger.use((service) => service.setFrozen(anna.personId, true, "test"))
    expect((await call("Donation/donate", donation(bert), anna)).status).toBe(409)
    expect([await balanceOf(anna), await balanceOf(bert)]).toEqual(["0.25", "0"])
  })

  it("[S5-014] requires a six-digit code once if two-step verification is on, and a repeat needs none", async () => {
    const [anna, bert] = [await rich(100_000_000n), await kit.people.make()]
    const { secret = "", code: used } = await enrol(kit, anna)
    const give = (code: string, key?: string) =>
      call("Donation/donate", donation(bert, { amount: "0.0005", code }), anna, key)
    for (const code of ["", "12345", used ?? ""]) expect((await give(code)).body.errors).toHaveProperty("code")
    expect((await give("1234567")).status).toBe(400)
    // A day later larger donations are possible, with another code.
    const code = codeAt(secret, Date.now() + DAY_MS)
    const donateLater = (more: object, id: string) => {
      const requested = {
        fromId: anna.personId,
        toId: bert.personId,
        assetTypeId: BTC,
        amount: 25_000_000n,
        message: "",
        code,
        password: "",
        ...more,
      }
      const meta = { actor: "test", commandId: id, correlationId: null, causationId: null }
      const donate = Donations.use((donations) => donations.donate(requested)).pipe(
        Effect.provideService(CurrentMeta, meta),
      )
      return run(
        withClockLater(DAY_MS, donate).pipe(
          Effect.match({ onSuccess: ({ repeated }) => repeated, onFailure: ({ _tag }) => _tag }),
        ),
      )
    }
    const id = ledger.newId()
    expect(await donateLater({ amount: 200_000_000n }, ledger.newId())).toBe("NotEnough")
    expect(await donateLater({}, id)).toBe(false)
    expect(await donateLater({}, ledger.newId())).toBe("WrongStepCode")
    expect(await donateLater({ code: "" }, id)).toBe(true)
    await expect.poll(() => balanceOf(bert)).toBe("0.25")
  })
})

describe("movements", () => {
  it("can be filtered by asset, kind and time, are listed page by page, and one is shown with all its entries", async () => {
    const [anna, bert] = [await rich(100_000_000n), await kit.people.make()]
    await ledger.deposit(anna.personId, 7n, LTC)
    await call("Donation/donate", donation(bert), anna)
    type Row = { readonly id: string; readonly purpose: string; readonly amount: string; readonly balance: string }
    type Rows = { readonly movements: ReadonlyArray<Row> }
    const rows = async (who: TestPerson, filter: object = {}) =>
      (await walletCalls(kit).data<Rows>("Balance/LoadMovements", filter, who)).movements
    await expect.poll(() => rows(anna)).toHaveLength(3)
    const all = await rows(anna)
    expect(all).toMatchObject([
      { purpose: "donation", amount: "-0.25", balance: "0.75", other: { userCode: bert.userCode } },
      { purpose: "deposit", assetTypeId: LTC, amount: "0.00000007", other: null },
      { purpose: "deposit", assetTypeId: BTC, amount: "1", balance: "1" },
    ])
    expect(await rows(anna, { assetTypeId: BTC, purpose: "deposit" })).toEqual([all[2]])
    expect(await rows(anna, { end: 1 })).toEqual([])
    expect(await rows(anna, { cursor: all[1]?.id })).toEqual([all[2]])
    const one = (await call("Balance/LoadMovement", { id: all[0]?.id }, bert)).body.data["movement"]
    expect(one).toMatchObject({
      amount: "0.25",
      entries: expect.arrayContaining([
        { account: "you", label: "available", assetTypeId: BTC, amount: "0.25" },
        { account: "other", label: "available", assetTypeId: BTC, amount: "-0.25" },
      ]),
    })
    for (const id of ["x", "1", "1-custody-1"])
      expect((await call("Balance/LoadMovement", { id }, bert)).status).toBe(404)
    expect((await call("Balance/LoadMovements", { cursor: "1" }, bert)).status).toBe(400)
  })
})

describe("two entries of one person in one event", () => {
  it("are never lost between two pages, and each can be opened", async () => {
    const { personId } = await rich(1_000n)
    const own = (kind: "available" | "earned", assetTypeId: number) => personAccount(kind, assetTypeId, personId)
    await ledger.deposit(personId, 1_000n, LTC)
    await ledger.use((service) =>
      service.transfer({
        purpose: "payout",
        entries: [1, 3].flatMap((asset) => [
          { account: own("available", asset), amount: -100n },
          { account: own("earned", asset), amount: 100n },
        ]),
      }),
    )
    const all = { assetTypeId: null, purpose: null, from: null, until: null }
    const find = () => run(pageMovements(personId, { ...all, before: null, limit: 100 }))
    await expect.poll(find).toHaveLength(6)
    const whole = await find()
    const singly: Array<Movement> = []
    for (let before: Movement | null = null; singly.length < 7; ) {
      const [next]: ReadonlyArray<Movement> = await run(pageMovements(personId, { ...all, before, limit: 1 }))
      if (next === undefined) break
      singly.push(next)
      before = next
    }
    expect(singly).toEqual(whole)
    for (const each of whole) expect(await run(findMovement(personId, each))).toMatchObject(each)
    expect(new Set(whole.map(movementId)).size).toBe(6)
    expect(whole.map((each) => parseMovementId(movementId(each), personId))).toMatchObject(
      whole.map(({ position, account }) => ({ position, account })),
    )
  })
})

describe("a deposit", () => {
  it("arrives at the person's own address, is shown while unconfirmed, and is then credited", async () => {
    const anna = await kit.people.make()
    const address = (assetTypeId: number) => call("Balance/LoadDepositAddress", { assetTypeId }, anna)
    expect((await address(LTC)).status).toBe(503)
    const signer = inProcessSigner(makeKeys({ bytes: new Uint8Array(32).fill(9), isDemo: true }))
    for (const name of ["BTC", "LTC"] as const)
      await run(DepositWatch.use((watch) => Effect.orDie(watch.openAccount(name, signer))))
    // The first address of each chain: no two have the same script.
    expect((await address(BTC)).status).toBe(200)
    const { body } = await address(LTC)
    expect(body.data).toMatchObject({
      address: expect.stringMatching(/^demoltc1/),
      uri: `litecoin:${body.data["address"]}`,
      qr: expect.stringMatching(/^<svg/),
      isDemo: true,
      confirmations: { usual: 6, large: 12 },
    })
    expect((await address(4)).status).toBe(503)
    expect((await call("Balance/DemoCoins", { assetTypeId: 4 }, anna)).status).toBe(503)

    const world = await run(Effect.map(SimWorlds, (worlds) => worlds.of("LTC")))
    const check = () => run(DepositWatch.use((watch) => watch.scan("LTC", () => Effect.succeed(1n))))
    const deposits = async () => (await call("Balance/LoadDeposits", {}, anna)).body.data["deposits"]
    const paid = await call("Balance/DemoCoins", { assetTypeId: LTC }, anna)
    expect(paid.body.data).toEqual({ amount: "0.01", txid: expect.stringMatching(/^[\da-f]{64}$/) })
    await check()
    await expect
      .poll(deposits)
      .toMatchObject([{ amount: "0.01", status: "seen", confirmations: 0, confirmationsNeeded: 6 }])
    expect(await balanceOf(anna, LTC)).toBe("0")
    await run(Effect.orDie(world.mine(6)))
    await check()
    await expect.poll(deposits).toMatchObject([{ status: "credited", confirmations: 6 }])
    // A different read model than that of deposits.
    await expect.poll(() => balanceOf(anna, LTC)).toBe("0.01")
  })
})

describe("an asset type", () => {
  it("[S7-004] [S3-011] has the settings of operators; a disabled one accepts no new deposits", async () => {
    const [anna, bert] = [await rich(50_000_000n), await kit.people.make()]
    const set = (change: object) => run(Effect.orDie(Assets.use((assets) => assets.change(BTC, change))))
    await set({ isOffered: false, place: 9, name: "XBT" })
    expect((await call("Donation/donate", donation(bert), anna)).body.errors).toHaveProperty("assetTypeId")
    expect((await call("Balance/LoadDepositAddress", { assetTypeId: BTC }, bert)).status).toBe(503)
    expect(await balanceOf(anna)).toBe("0.5")
    await expect
      .poll(async () => (await kit.get("/api/Home/LoadAssetType")).body.data.at(-1))
      .toEqual({ assetTypeId: BTC, name: "XBT", digits: 8, shownDigits: 2, isOffered: false })
    await set({ isOffered: true })
    expect((await call("Donation/donate", donation(bert), anna)).status).toBe(200)
    const finer = run(Effect.flip(Assets.use((assets) => assets.change(BTC, { digits: 9 }))).pipe(Effect.orDie))
    expect(await finer).toMatchObject({ problem: "digitsUsed" })
  })
})
