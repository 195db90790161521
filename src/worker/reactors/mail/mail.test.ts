import { describe, expect, it } from "vitest"
import type { AccountEvent } from "#core/accounts"
import { messageOf, wayMessageOf } from "./mail.ts"
import { depositDrafts, donationDrafts, withdrawalDrafts } from "./walletDrafts.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const at = "2026-11-21T08:30:00.000Z"
const to = { personId, email: "mara@reader.example", locale: "de" }
const code = (purpose: "activation" | "reset"): AccountEvent => ({
  _tag: "accounts.CodeIssued.v1",
  ...to,
  codeId: "01890000-0000-7000-8000-000000000002",
  purpose,
  issuedAt: at,
  expiresAt: "2026-11-21T08:40:00.000Z",
})
const signedIn = (known: boolean): AccountEvent => ({
  _tag: "accounts.SignedIn.v1",
  ...to,
  sessionId: "s",
  by: "password",
  known,
  device: "Firefox, Linux",
  signedInAt: at,
})
const changed = (rehashed: boolean): AccountEvent => ({
  _tag: "accounts.PasswordChanged.v1",
  ...to,
  passwordHash: "x",
  rehashed,
  changedAt: at,
})

describe("mail about an account event", () => {
  it("refers to a code by its id, and expires with it", () => {
    expect(messageOf(code("reset"))).toEqual({
      subjectId: personId,
      kind: "reset",
      locale: "de",
      about: { at, codeId: "01890000-0000-7000-8000-000000000002", livesMs: 600_000 },
      expiresMs: Date.parse(at) + 600_000,
      personal: { to: "mara@reader.example" },
    })
  })

  it("reports a new browser and a changed password, but no known browser and no rehashed password", () => {
    expect(messageOf(signedIn(false))).toMatchObject({ kind: "newDevice", personal: { device: "Firefox, Linux" } })
    expect(messageOf(changed(false))).toMatchObject({ kind: "passwordChanged", about: { at } })
    for (const quiet of [signedIn(true), changed(true)]) expect(messageOf(quiet)).toBeNull()
  })

  it("reports a new way to sign in by its name, and no removed one", () => {
    const mara = { email: "mara@reader.example", locale: "de" }
    const passwordId = "01890000-0000-7000-8000-000000000004"
    const made = { personId, passwordId, name: "Reeder", hash: "h", madeAt: at }
    expect(wayMessageOf({ _tag: "accounts.AppPasswordMade.v1", ...made }, mara)).toEqual({
      subjectId: personId,
      kind: "appPasswordMade",
      locale: "de",
      about: { at },
      expiresMs: Date.parse(at) + 72 * 3_600_000,
      personal: { to: "mara@reader.example", name: "Reeder" },
    })
    const linked = { personId, identityId: "i", provider: "p", label: null, linkedAt: at }
    expect(wayMessageOf({ _tag: "accounts.IdentityLinked.v1", ...linked }, mara)).toMatchObject({
      kind: "identityLinked",
      personal: { to: "mara@reader.example" },
    })
    const missing = { _tag: "accounts.AppPasswordRevoked.v1", personId, passwordId, revokedAt: at } as const
    expect(wayMessageOf(missing, mara)).toBeNull()
    expect(wayMessageOf({ _tag: "accounts.AppPasswordMade.v1", ...made }, { ...mara, email: null })).toBeNull()
  })

  it("about a deleted account is sealed with a key that outlives the person's own", () => {
    const farewellId = "01890000-0000-7000-8000-000000000003"
    const deleted: AccountEvent = { _tag: "accounts.AccountDeleted.v1", ...to, farewellId, deletedAt: at }
    expect(messageOf(deleted)).toMatchObject({ kind: "accountDeleted", subjectId: farewellId })
  })

  it("is not written for an erased person", () => {
    for (const event of [code("activation"), signedIn(false), changed(false)])
      expect(messageOf({ ...event, email: null } as AccountEvent)).toBeNull()
  })
})

describe("mail about a withdrawal", () => {
  const requested = { assetTypeId: 1, amount: "50000000", address: "bc1qexample", requestedAt: at }

  it("contains amount and address, and cannot be switched off", () => {
    expect(withdrawalDrafts(requested, to)).toMatchObject([
      {
        kind: "withdrawalRequested",
        subjectId: personId,
        personal: { to: to.email, amount: "0.5 BTC", address: "bc1qexample" },
      },
    ])
    expect(withdrawalDrafts(requested, null)).toEqual([])
  })
})

describe("mail about incoming coins", () => {
  const mara = { ...to, userCode: "M1", displayName: "Mara", preferences: {} }
  const ben = { ...mara, personId: "p2", email: "ben@giver.example", locale: "en", userCode: "B1", displayName: null }
  const donated = {
    _tag: "wallet.Donated.v1",
    donationId: "d",
    fromId: "p2",
    toId: personId,
    assetTypeId: 2,
    amount: "1500000",
    message: null,
    donatedAt: at,
  } as const

  it("is a receipt for the donor and a notification for the receiver, each in their language", () => {
    const amount = "0.015 BCH"
    expect(donationDrafts({ ...donated, message: "Hi" }, { giver: ben, receiver: mara })).toMatchObject([
      {
        subjectId: "p2",
        kind: "donationMade",
        locale: "en",
        personal: { to: "ben@giver.example", amount, receiver: "Mara", message: "Hi" },
      },
      { subjectId: personId, kind: "donationReceived", locale: "de", personal: { amount, giver: "B1", message: "Hi" } },
    ])
  })

  it("is not sent to people who left or switched mail off, and does not name people who left", () => {
    const quiet = { ...mara, preferences: { 5: "off" } }
    expect(donationDrafts(donated, { giver: null, receiver: quiet })).toEqual([])
    // An attacker with access to the donor's account cannot suppress the receipt.
    expect(donationDrafts(donated, { giver: { ...ben, preferences: { 5: "off" } }, receiver: quiet })).toMatchObject([
      { subjectId: "p2", kind: "donationMade" },
    ])
    const [only, ...more] = donationDrafts(donated, { giver: null, receiver: mara })
    expect([only?.personal, more]).toEqual([{ to: "mara@reader.example", amount: "0.015 BCH" }, []])
  })

  it("informs the owner when a deposit is credited or reversed, and not before", () => {
    const deposit = { depositId: "1.x.0", ownerId: personId, assetTypeId: 1, amount: "1", at }
    const block = { height: 7, blockHash: "b" }
    const personal = { to: "mara@reader.example", amount: "0.00000001 BTC" }
    expect(depositDrafts({ _tag: "wallet.DepositCredited.v1", ...deposit, ...block }, mara)).toMatchObject([
      { kind: "depositCredited", personal },
    ])
    const reversed = { _tag: "wallet.DepositReversed.v1", ...deposit, missing: "0" } as const
    expect(depositDrafts(reversed, mara)).toMatchObject([{ kind: "depositReversed", personal }])
    expect(depositDrafts(reversed, null)).toEqual([])
    expect(depositDrafts({ _tag: "wallet.DepositMined.v1", ...deposit, ...block }, mara)).toEqual([])
  })
})
