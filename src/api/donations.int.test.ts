import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { enrol } from "./testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"
import { setOldWithdrawalPassword, WITHDRAWAL_PASSWORD, walletCalls } from "./testing/walletCalls.ts"

let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit
let receiver: TestPerson

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  ledger = await openLedger(db.url)
  receiver = await kit.people.make()
})
afterAll(async () => {
  await ledger.close()
  await kit.close()
  await db.drop()
})

/** A person with one bitcoin and nothing but a session. */
const rich = async () => {
  const person = await kit.people.make()
  await ledger.deposit(person.personId, 100_000_000n)
  await expect.poll(() => walletCalls(kit).balanceOf(person)).toBe("1")
  return person
}
const give = (from: TestPerson, amount: string, more: object = {}) =>
  walletCalls(kit).call("Donation/donate", { userCode: receiver.userCode, assetTypeId: 1, amount, ...more }, from)
const changePassword = async (person: TestPerson) => {
  const changed = { password: person.password, newPassword: "quick otters sign in" }
  expect((await walletCalls(kit).call("User/UpdateSignInPassword", changed, person)).status).toBe(200)
}

describe("with only a session", () => {
  it("a person can donate small amounts up to a daily limit, in one donation or in several", async () => {
    const anna = await rich()
    expect((await give(anna, "0.00080001")).body.errors).toEqual({
      password: [expect.stringContaining("set up a withdrawal password")],
    })
    expect((await give(anna, "0.0005")).status).toBe(200)
    expect((await give(anna, "0.0003")).status).toBe(200)
    expect((await give(anna, "0.00001")).body.errors).toHaveProperty("password")
    await kit.sql`update wallet.unverified_donation set donated_at = donated_at - interval '24 hours'`
    expect((await give(anna, "0.0008")).status).toBe(200)
  })

  it("concurrent donations cannot exceed the limit", async () => {
    const anna = await rich()
    const answers = await Promise.all(Array.from({ length: 8 }, () => give(anna, "0.0003")))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status, body } of answers) if (status !== 200) expect(body.errors).toHaveProperty("password")
    await expect.poll(() => walletCalls(kit).balanceOf(anna)).toBe("0.9994")
  })
})

type Limits = {
  readonly until: number | null
  readonly limits: ReadonlyArray<{ readonly assetTypeId: number; readonly amount: string }>
}
type Loaded = { readonly user: { readonly credited: boolean } }

it("a user is marked as credited once a deposit or a donation arrives, and not before [S3-001]", async () => {
  const isCredited = async (person: TestPerson) =>
    (await walletCalls(kit).data<Loaded>("UserProfile/LoadUserProfile", {}, person)).user.credited
  const [owner, friend] = [await kit.people.make(), await kit.people.make()]
  expect([await isCredited(owner), await isCredited(friend)]).toEqual([false, false])
  await ledger.deposit(owner.personId, 50_000n)
  await expect.poll(() => isCredited(owner)).toBe(true)
  expect(await isCredited(friend)).toBe(false)
  expect((await give(owner, "0.0001", { userCode: friend.userCode })).status).toBe(200)
  await expect.poll(() => isCredited(friend)).toBe(true)
})

it("concurrent duplicates of a command get the same response, also if the first uses up the balance", async () => {
  const anna = await kit.people.make()
  await ledger.deposit(anna.personId, 50_000n)
  const donation = { userCode: receiver.userCode, assetTypeId: 1, amount: "0.0005" }
  for (let round = 0; round < 5; round += 1) {
    const key = `twins ${round}`
    const twins = [1, 2, 3, 4].map(() => walletCalls(kit).call("Donation/donate", donation, anna, key))
    const answers = await Promise.all(twins)
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)).size).toBe(1)
    await kit.sql`delete from wallet.unverified_donation`
    await ledger.deposit(anna.personId, 50_000n)
  }
})

describe("a larger donation", () => {
  it("requires the withdrawal password, and does not count towards the limit without it", async () => {
    const anna = await rich()
    await setOldWithdrawalPassword(anna.personId)
    for (const password of ["", "not this one"])
      expect((await give(anna, "0.25", { password })).body.errors).toHaveProperty("password")
    expect((await give(anna, "0.25", { password: WITHDRAWAL_PASSWORD })).status).toBe(200)
    expect((await give(anna, "0.0008")).status).toBe(200)
    expect((await give(anna, "2", { password: WITHDRAWAL_PASSWORD })).body.errors).toHaveProperty("amount")
  })

  it("is possible a day after the first withdrawal password or authenticator was set: a stolen mailbox gives access to both", async () => {
    const [anna, bert] = [await rich(), await rich()]
    await setOldWithdrawalPassword(anna.personId, 86_000_000)
    expect((await give(anna, "0.25", { password: WITHDRAWAL_PASSWORD })).status).toBe(409)
    await enrol(kit, bert)
    expect((await give(bert, "0.25", { code: "123456" })).status).toBe(409)
  })

  it("is blocked for a day after a change of the sign-in password, whatever else is verified", async () => {
    const [anna, bert] = [await rich(), await rich()]
    await setOldWithdrawalPassword(anna.personId)
    await changePassword(anna)
    const refused = await give(anna, "0.25", { password: WITHDRAWAL_PASSWORD })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("only small amounts until")])
    const limit = () =>
      walletCalls(kit)
        .data<Limits>("Donation/LoadDonationLimits", {}, anna)
        .then(({ until, limits }) => [
          until !== null && until > Date.now(),
          limits.find(({ assetTypeId }) => assetTypeId === 1)?.amount,
        ])
    expect(await limit()).toEqual([true, "0.0008"])
    expect((await give(anna, "0.0005")).status).toBe(200)
    expect(await limit()).toEqual([true, "0.0003"])
    expect((await give(anna, "0.0004")).status).toBe(409)
    expect(await walletCalls(kit).data<Limits>("Donation/LoadDonationLimits", {}, receiver)).toEqual({
      until: null,
      limits: [],
    })
    await enrol(kit, bert)
    await changePassword(bert)
    expect((await give(bert, "0.25", { code: "123456" })).status).toBe(409)
    // With two-step verification every donation needs a code.
    expect((await give(bert, "0.0001")).body.errors).toHaveProperty("code")
  })
})
