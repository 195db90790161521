import { Effect, Result } from "effect"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { networks } from "#core/chains"
import { CurrentMeta, uuidv7, writer } from "#core/kernel"
import {
  type AddressBooks,
  DepositWatch,
  type RulesChange,
  type WithdrawalEvent,
  WithdrawalPasswords,
  Withdrawals,
} from "#core/wallet"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { STEP_MS } from "../../core/accounts/formRules.ts"
import { codeAt } from "../../core/accounts/testing/authenticator.ts"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { inProcessSigner } from "../../core/chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../core/chains/signer/Keys.ts"
import { parseSeed } from "../../core/chains/signer/Seed.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import {
  WithdrawalApproved,
  WithdrawalBuilt,
  WithdrawalDelayed,
  WithdrawalSigned,
} from "../../core/wallet/withdrawals/events.ts"
import { beginWithdrawal } from "../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import { Withdrawal } from "../../core/wallet/withdrawals/Withdrawal.ts"
import { enrol, mailedBy, withClockLater } from "./testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit
const signer = inProcessSigner(makeKeys(parseSeed(`demo:${"5a".repeat(32)}`)))

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  ledger = await openLedger(db.url)
  await run(Effect.orDie(DepositWatch.use((watch) => watch.openAccount("BTC", signer))))
})
afterAll(async () => {
  await ledger.close()
  await kit.close()
  await db.drop()
})

const PASSWORD = "wise otters pay slowly"
const DAY_MS = 24 * 3_600_000
const call = (path: string, payload: object, { token }: TestPerson, key?: string) =>
  kit.post(`/api/${path}`, payload, { token, ...(key === undefined ? {} : { headers: { "idempotency-key": key } }) })
let addresses = 0
const newAddress = () => {
  const hash = Buffer.alloc(20)
  hash.writeUInt32BE(++addresses)
  return writeAddress(networks.BTC.demo, "p2wpkh", hash)
}
const keep = async (who: TestPerson, address = newAddress()) =>
  (await call("Balance/AddAddress", { assetTypeId: 1, label: "Ledger", address }, who)).body.data[
    "address"
  ] as unknown as {
    readonly entryId: string
    readonly address: string
    readonly usableFrom: number
    readonly at: number
  }
/** Makes a person's call a day later. */
const tomorrow = <A, E>(work: Effect.Effect<A, E, AddressBooks | Withdrawals | WithdrawalPasswords>, aheadMs = 0) => {
  const meta = { actor: "test", commandId: uuidv7(Date.now()), correlationId: null, causationId: null }
  return run(
    withClockLater(DAY_MS + 60_000 + aheadMs, Effect.provideService(work, CurrentMeta, meta)).pipe(
      Effect.match({ onSuccess: (done) => done, onFailure: (refused) => refused as { readonly _tag: string } }),
    ),
  )
}
/** A person with coins, an address, a second step and a verified withdrawal password. */
const ready = async () => {
  const person = await kit.people.make()
  await ledger.deposit(person.personId, 100_000_000n)
  const { secret = "", recoveryCodes } = await enrol(kit, person)
  const set = WithdrawalPasswords.use((withdrawalPasswords) =>
    withdrawalPasswords.set(person.personId, { stepCode: codeAt(secret, Date.now() + STEP_MS) }, PASSWORD),
  )
  await run(Effect.orDie(withClockLater(STEP_MS, set)))
  return { person, secret, recoveryCodes, entry: await keep(person) }
}

describe("the withdrawal password", () => {
  it("[S7-081] is set with a proof of identity, differs from the sign-in password, and can be changed with itself", async () => {
    const anna = await kit.people.make()
    const setUp = (payload: object) => call("UserProfile/SetupWithdrawalPassword", payload, anna)
    for (const [payload, field] of [
      [{ password: PASSWORD }, "mailCode"],
      [{ password: PASSWORD, mailCode: "000000" }, "mailCode"],
      [{ password: PASSWORD, oldPassword: "none there" }, "oldPassword"],
      [{ password: "short", mailCode: "000000" }, "password"],
      [{ password: anna.password, mailCode: "000000" }, "password"],
    ] as const)
      expect([payload, Object.keys((await setUp(payload)).body.errors ?? {})]).toEqual([payload, [field]])
    expect((await setUp({ password: PASSWORD, code: "000000" })).status).toBe(409)

    const { person: bert } = await ready()
    const change = (payload: object) => call("UserProfile/SetupWithdrawalPassword", payload, bert)
    const next = "slow otters pay wisely"
    expect((await change({ password: next, oldPassword: "not this one" })).body.errors).toHaveProperty("oldPassword")
    expect((await change({ password: PASSWORD, oldPassword: PASSWORD })).body.errors).toHaveProperty("password")
    expect((await change({ password: next, oldPassword: PASSWORD })).body.data).toEqual({ pausedUntil: null })
    const guesses = []
    for (let tries = 0; tries < 6; tries += 1)
      guesses.push((await change({ password: PASSWORD, oldPassword: "x" })).status)
    expect(guesses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it("[S7-081] is set with a mailed code, once, without pausing withdrawals", async () => {
    const anna = await kit.people.make()
    const setUp = (password: string, mailCode: string) =>
      call("UserProfile/SetupWithdrawalPassword", { password, mailCode }, anna)
    await call("User/SendConfirmationCode", {}, anna)
    const { digits } = await mailedBy(kit)(anna.email, "password")
    expect(await setUp(PASSWORD, digits)).toMatchObject({ status: 200, body: { data: { pausedUntil: null } } })
    expect((await call("Balance/LoadWithdrawalOptions", {}, anna)).body.data).toMatchObject({
      ...{ hasPassword: true, needsCode: false, pausedUntil: null, pausedBy: null },
    })
    expect((await setUp("another otter pays", digits)).body.errors).toHaveProperty("mailCode")
  })

  it.each([
    ["the password for signing in is changed", "signIn", "sign-in password"],
    ["the second step is turned off", "step", "two-step verification"],
  ] as const)("pauses withdrawals for a day after %s", async (_, why, words) => {
    const { person, recoveryCodes, entry } = await ready()
    expect(
      (await run(WithdrawalPasswords.use((withdrawalPasswords) => withdrawalPasswords.status(person.personId)))).pause,
    ).toBeNull()
    const changed = await (why === "step"
      ? call("UserPreference/StopTwoStepVerification", { code: recoveryCodes[0] }, person)
      : call("User/UpdateSignInPassword", { password: person.password, newPassword: "quick otters sign in" }, person))
    expect(changed.status).toBe(200)
    const { data } = (await call("Balance/LoadWithdrawalOptions", {}, person)).body
    expect(data).toMatchObject({ pausedBy: why, pausedUntil: expect.any(Number) })
    expect(Math.abs(Number(data["pausedUntil"]) - Date.now() - DAY_MS)).toBeLessThan(60_000)
    const requested = { assetTypeId: 1, entryId: entry.entryId, address: entry.address, amount: "0.01", fee: "0.0001" }
    const { status, body } = await call(
      "Balance/Withdraw",
      { ...requested, speed: "fast", withdrawalPassword: PASSWORD },
      person,
    )
    expect([status, body.message]).toEqual([409, expect.stringMatching(new RegExp(`${words}.* until .* \\(UTC\\)`))])
    expect(
      await tomorrow(
        WithdrawalPasswords.use((withdrawalPasswords) => withdrawalPasswords.assertCanWithdraw(person.personId)),
      ),
    ).toBeUndefined()
  })

  it("pauses withdrawals for a day after a reset", async () => {
    const { person, secret, entry } = await ready()
    const { personId } = person
    const reset = WithdrawalPasswords.use((withdrawalPasswords) =>
      withdrawalPasswords.set(personId, { stepCode: codeAt(secret, Date.now() + 3 * STEP_MS) }, "another otter pays"),
    )
    await run(Effect.orDie(withClockLater(3 * STEP_MS, reset)))
    const { data } = (await call("Balance/LoadWithdrawalOptions", {}, person)).body
    expect(data).toMatchObject({
      hasPassword: true,
      needsCode: true,
      pausedUntil: expect.any(Number),
      pausedBy: "reset",
    })
    const requests = { assetTypeId: 1, entryId: entry.entryId, address: entry.address, amount: "0.01", fee: "0.0001" }
    const request = { ...requests, speed: "fast", withdrawalPassword: "another otter pays", code: "123456" }
    const { status, body } = await call("Balance/Withdraw", request, person)
    expect([status, body.message]).toEqual([409, expect.stringContaining("was reset")])
  })
})

describe("the address book", () => {
  it("[S2-013] saves valid addresses, says why others are refused, and removes entries", async () => {
    const anna = await kit.people.make()
    const entry = await keep(anna)
    expect(entry).toMatchObject({ usableFrom: entry.at + DAY_MS })
    const problem = async (address: string, more: object = {}) =>
      (await call("Balance/AddAddress", { assetTypeId: 1, label: "Ledger", address, ...more }, anna)).body.errors
    const { address: own } = (await call("Balance/LoadDepositAddress", { assetTypeId: 1 }, anna)).body.data
    for (const [address, words] of [
      [`${entry.address.slice(0, -1)}x`, "This isn’t a valid address"],
      [entry.address.toUpperCase(), "already in your address book"],
      ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "another network"],
      ["LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9", "LTC"],
      [own as unknown as string, "your own Quire wallet"],
    ] as const)
      expect(await problem(address)).toEqual({ address: [expect.stringContaining(words)] })
    expect(await problem(newAddress(), { label: " " })).toHaveProperty("label")
    expect(await problem(newAddress(), { assetTypeId: 4 })).toHaveProperty("assetTypeId")
    const list = async () => (await call("Balance/LoadAddressBook", {}, anna)).body.data["addresses"]
    expect(await list()).toMatchObject([{ entryId: entry.entryId, label: "Ledger", assetTypeId: 1 }])
    expect((await call("Balance/RemoveAddress", { entryId: entry.entryId }, anna)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await call("Balance/RemoveAddress", { entryId: entry.entryId }, anna)).status).toBe(404)
  })
})

describe("a withdrawal", () => {
  it("[S2-012] requires a day-old address, the password and a code, is listed and can be cancelled", async () => {
    const { person, secret, entry } = await ready()
    const { personId } = person
    const { options } = (await call("Balance/LoadWithdrawalOptions", {}, person)).body.data as unknown as {
      readonly options: ReadonlyArray<{ readonly fees: ReadonlyArray<{ readonly fee: string }> }>
    }
    expect(options[0]).toMatchObject({ assetTypeId: 1, isDemo: true, isOff: false, minimum: "0.0001", remaining: "1" })
    const fee = options[0]?.fees[1]?.fee ?? ""
    const order = {
      ...{ assetTypeId: 1, entryId: entry.entryId, address: entry.address, amount: "0.01", fee, speed: "normal" },
      ...{ withdrawalPassword: PASSWORD, code: "123456" },
    }
    expect((await call("Balance/Withdraw", order, person)).body.errors).toHaveProperty("entryId")

    const request = (code: string, more: object = {}) => {
      const requested = { ...order, personId, amount: 1_000_000n, fee: 4_000n, speed: "normal" as const, code, ...more }
      return tomorrow(Withdrawals.use((withdrawals) => withdrawals.request(requested)))
    }
    const now = Date.now() + DAY_MS + 60_000
    expect(await request("")).toMatchObject({ _tag: "SecondFactorRequired" })
    expect(await request(codeAt(secret, now), { withdrawalPassword: "x" })).toMatchObject({
      _tag: "WrongWithdrawalPassword",
    })
    expect(await request(codeAt(secret, now + 10 * STEP_MS))).toMatchObject({ _tag: "WrongStepCode" })
    const begun = (await request(codeAt(secret, now))) as { readonly withdrawalId: string }
    expect(begun).toMatchObject({ withdrawalId: expect.any(String) })

    const list = async () => (await call("Balance/LoadWithdrawals", {}, person)).body.data
    const shown = { withdrawalId: begun.withdrawalId, amount: "0.01", fee: "0.00004", address: entry.address }
    const waiting = { isAwaitingApproval: false, dueAt: expect.any(Number), confirmations: null }
    await expect.poll(list).toMatchObject({
      withdrawals: [{ ...shown, status: "requested", isCancellable: true, isInternal: false, txid: null, ...waiting }],
      next: null,
    })
    const { withdrawalId } = begun
    expect((await call("Balance/CancelWithdrawal", { withdrawalId }, person)).status).toBe(200)
    expect(await list()).toMatchObject({ withdrawals: [{ status: "cancelled", isCancellable: false }] })
    expect((await call("Balance/CancelWithdrawal", { withdrawalId }, person)).status).toBe(409)
    const { balances } = (await call("Balance/LoadBalance", {}, person)).body.data as unknown as {
      readonly balances: ReadonlyArray<object>
    }
    expect(balances[0]).toEqual({ assetTypeId: 1, availableBalance: "1", heldBalance: "0" })
  })

  it("is limited by the level of identity, for creators until they have the level that is asked of them", async () => {
    const { person, entry } = await ready()
    const setRules = (change: RulesChange) =>
      tomorrow(Withdrawals.use((withdrawals) => withdrawals.setRules(change, "levels")))
    const limit = { assetTypeId: 1, level: 0 } as const
    await setRules({ limit: { ...limit, personDaily: 100_000n } })
    onTestFinished(async () => {
      await setRules({ limit: { ...limit, personDaily: null } })
      await setRules({ creatorLevel: 0 })
    })
    const option = async () =>
      ((await call("Balance/LoadWithdrawalOptions", {}, person)).body.data["options"] as unknown as [object])[0]
    expect(await option()).toMatchObject({ remaining: "0.001", levelNeeded: 1 })
    const input = {
      ...{ personId: person.personId, assetTypeId: 1, entryId: entry.entryId, address: entry.address },
      ...{ fee: 4_000n, speed: "normal" as const, withdrawalPassword: PASSWORD, code: "" },
    }
    const request = (amount: bigint) =>
      tomorrow(Withdrawals.use((withdrawals) => withdrawals.request({ ...input, amount })))
    expect(await request(100_001n)).toMatchObject({ _tag: "IdentityRequired", levelNeeded: 1 })
    expect(await request(100_000n)).toMatchObject({ _tag: "SecondFactorRequired" })

    const statement = { fullName: "Anna Lind", birthDate: "1974-08-12", countryCode: "SE", consent: true }
    expect((await call("UserProfile/BeginKYC", { ...statement, level: 1 }, person)).status).toBe(200)
    expect(await option()).toMatchObject({ remaining: "1", levelNeeded: null })
    expect(await request(100_001n)).toMatchObject({ _tag: "SecondFactorRequired" })

    await setRules({ creatorLevel: 2 })
    expect(await option()).toMatchObject({ remaining: "1", levelNeeded: null })
    await makeCreator(db.url, person)
    expect(await option()).toMatchObject({ remaining: "0", levelNeeded: 2 })
    expect(await request(10_000n)).toMatchObject({ _tag: "IdentityRequired", levelNeeded: 2 })
  })

  it("shows that it waits if no transaction can be built, and what a higher fee costs", async () => {
    const person = await kit.people.make()
    await ledger.deposit(person.personId, 100_000n)
    const withdrawalId = await beginWithdrawal(ledger, person.personId)
    const about = { withdrawalId, at: new Date().toISOString() }
    const happens = (fact: WithdrawalEvent) =>
      run(
        Effect.flatMap(writer(Withdrawal), (write) => Effect.orDie(write(withdrawalId, () => Result.succeed([fact])))),
      )
    const shows = (shown: object) =>
      expect
        .poll(async () => (await call("Balance/LoadWithdrawals", {}, person)).body.data)
        .toMatchObject({ withdrawals: [shown] })
    await happens(WithdrawalApproved.make(about))
    await shows({ status: "approved", isDelayed: false, fee: "0.00004" })
    await happens(WithdrawalDelayed.make({ ...about, waitsFor: "fee" }))
    await shows({ status: "approved", isDelayed: true, isCancellable: true })
    await happens(WithdrawalBuilt.make({ ...about, assetTypeId: 1, psbt: "", inputs: [], fee: "5410" }))
    await shows({ status: "built", isDelayed: false })
    await happens(WithdrawalSigned.make({ ...about, txid: "ab".repeat(32), raw: "00", fee: "5410", subsidy: "1410" }))
    await shows({ status: "signed", isDelayed: false, fee: "0.00004" })
  })
})
