import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppPasswords, Secrets, TwoSteps } from "#core/accounts"
import { listDueRemovals } from "#projections/accounts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { enrol as enrolIn, withClockLater } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const OLD_SESSION_MS = 3_600_000
const REMOVAL_MS = 72 * 3_600_000

const call = (path: string, payload: object, token?: string) =>
  kit.post(`/api/${path}`, payload, token === undefined ? {} : { token })

const enrol = (person: TestPerson, more?: object) => enrolIn(kit, person, more)

/** Signs in with the password; returns the session token and whether the second step is pending. */
const signIn = async ({ email, password }: TestPerson) => {
  const { body } = await call("User/SignIn", { email, password })
  return body.data as unknown as { readonly token: string; readonly secondStep: boolean; readonly user: object | null }
}
const pass = (token: string, code: string) => call("UserPreference/TwoStepVerification", { code }, token)
const stepOf = async ({ token }: TestPerson) => (await call("UserPreference/LoadTwoStep", {}, token)).body.data

/** The session as if its person had signed in an hour ago. */
const age = async ({ sessionId }: TestPerson) => {
  const time = (Date.now() - OLD_SESSION_MS).toString(16).padStart(12, "0")
  const old = `${time.slice(0, 8)}-${time.slice(8)}${sessionId.slice(13)}`
  await kit.sql`update accounts.session set session_id = ${old} where session_id = ${sessionId}`
}
/** The newest code mailed to a person. */
const mailedTo = async ({ personId }: TestPerson, purpose: string) => {
  const [row] = await kit.sql<Array<{ readonly codeId: string }>>`
    select data->>'codeId' as "codeId" from es.event
    where type = 'accounts.CodeIssued.v1' and data->>'personId' = ${personId} and data->>'purpose' = ${purpose}
    order by position desc limit 1`
  const codeId = row?.codeId ?? ""
  return kit.people.run(
    Secrets.use(({ digitsOf, linkTokenOf }) =>
      Effect.succeed({ digits: digitsOf(codeId), link: linkTokenOf({ personId, codeId }) }),
    ),
  )
}
describe("the second step", () => {
  it("cannot be enrolled with an id forged to be from the future, which would never expire", async () => {
    const person = await kit.people.make()
    const future = "ffffffff-ffff-7000-8000-000000000000"
    for (const more of [{}, { code: "000000" }]) {
      const body = { enrollmentId: future, ...more }
      const { status, body: answered } = await call("UserPreference/EnrollTwoStepVerification", body, person.token)
      expect([status, answered.message]).toEqual([400, expect.stringContaining("Setup timed out")])
    }
  })

  it("[S7-053] [S7-054] [S3-003] is enrolled, required at the next sign-in, and completed once per code", async () => {
    const anna = await kit.people.make()
    expect(await stepOf(anna)).toMatchObject({ bind2FA: false, enrolled: null })
    const { recoveryCodes, code, uri, qr } = await enrol(anna)
    expect(recoveryCodes).toHaveLength(10)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Quire:/)
    expect(qr).toMatch(/^<svg /)
    expect(await stepOf(anna)).toMatchObject({ bind2FA: true, recoveryCodesLeft: 10 })
    const { user } = (await call("UserProfile/LoadUserProfile", {}, anna.token)).body.data
    expect(user).toMatchObject({ preferences: { bind2FA: true } })

    const owing = await signIn(anna)
    expect(owing).toMatchObject({ secondStep: true, user: null })
    for (const path of ["UserPreference/LoadTwoStep", "UserPreference/BeginPasskey", "User/LoadDevices"]) {
      expect((await call(path, {}, owing.token)).status).toBe(401)
    }
    const replayed = await pass(owing.token, code)
    expect(replayed.status).toBe(400)
    expect(replayed.body.errors).toHaveProperty("code")

    const passed = await pass(owing.token, recoveryCodes[0] ?? "")
    expect(passed.body.message).toBe("")
    const { token } = passed.body.data as unknown as { readonly token: string }
    expect(passed.headers.get("set-cookie")).toMatch(new RegExp(`quire_session=${token};.*HttpOnly`))
    expect((await call("UserPreference/LoadTwoStep", {}, token)).body.data).toMatchObject({ recoveryCodesLeft: 9 })
    // The token from before the second step is no longer valid.
    expect((await call("UserPreference/LoadTwoStep", {}, owing.token)).status).toBe(401)
  })

  it("accepts a recovery code from only one of two concurrent requests", async () => {
    const anna = await kit.people.make()
    const { recoveryCodes } = await enrol(anna)
    const sessions = await Promise.all([signIn(anna), signIn(anna)])
    const passed = await Promise.all(sessions.map(({ token }) => pass(token, recoveryCodes[3] ?? "")))
    expect(passed.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it("is locked for a while after five wrong codes, for right ones too, and for that person only", async () => {
    const [anna, ben] = [await kit.people.make(), await kit.people.make()]
    const [{ recoveryCodes }, others] = [await enrol(anna), await enrol(ben)]
    const { token } = await signIn(anna)
    const tried = await Promise.all(Array.from({ length: 12 }, (_, at) => pass(token, `00000${at}`.slice(-6))))
    expect(tried.filter(({ status }) => status === 400).length).toBe(5)
    const refused = await pass(token, recoveryCodes[0] ?? "")
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await pass((await signIn(ben)).token, others.recoveryCodes[0] ?? "")).status).toBe(200)
  })

  it("[S7-056] is turned off and renewed with one of its codes, and not without", async () => {
    const anna = await kit.people.make()
    const { recoveryCodes } = await enrol(anna)
    const [first = "", second = ""] = recoveryCodes
    const renewed = await call("UserPreference/RenewRecoveryCodes", { code: first }, anna.token)
    const fresh = (renewed.body.data as unknown as { readonly recoveryCodes: ReadonlyArray<string> }).recoveryCodes
    expect(fresh).toHaveLength(10)
    expect((await call("UserPreference/StopTwoStepVerification", { code: second }, anna.token)).status).toBe(400)
    expect((await call("UserPreference/StopTwoStepVerification", { code: fresh[0] }, anna.token)).status).toBe(200)
    expect((await signIn(anna)).secondStep).toBe(false)
    expect((await call("UserPreference/StopTwoStepVerification", { code: fresh[1] }, anna.token)).status).toBe(409)
  })

  it("can be moved to another authenticator only with a code of the current one", async () => {
    const anna = await kit.people.make()
    const { recoveryCodes } = await enrol(anna)
    expect((await enrol(anna)).errors).toHaveProperty("code")
    const replaced = await enrol(anna, { currentCode: recoveryCodes[0] })
    expect(replaced.recoveryCodes).toHaveLength(10)
    const { token } = await signIn(anna)
    expect((await pass(token, recoveryCodes[1] ?? "")).status).toBe(400)
    expect((await pass(token, replaced.recoveryCodes[1] ?? "")).status).toBe(200)
  })

  it("stores its secrets only encrypted", async () => {
    const anna = await kit.people.make()
    const { recoveryCodes } = await enrol(anna)
    const rows = await kit.sql<Array<{ readonly data: string }>>`
      select data::text from es.event where stream = ${`twostep-${anna.personId}`}`
    expect(rows.map(({ data }) => data).join("")).not.toMatch(/secret|recoveryHashes|@/)
    expect(rows.map(({ data }) => data).join("")).not.toContain(recoveryCodes[0])
  })
})

describe("changes of sign-in methods", () => {
  it("[S7-055] [S8-012] require a mailed code if the session is old, and count wrong codes", async () => {
    const anna = await kit.people.make()
    const { recoveryCodes } = await enrol(anna)
    await age(anna)
    const stop = (more: object) =>
      call("UserPreference/StopTwoStepVerification", { code: recoveryCodes[0], ...more }, anna.token)
    expect((await stop({})).body.errors).toHaveProperty("confirmationCode")
    const sent = await call("UserPreference/SendConfirmationCode", {}, anna.token)
    expect(sent.body.message).toBe("Verification code sent successfully, please check email")
    const { digits } = await mailedTo(anna, "preference")
    const wrong = digits === "000000" ? "000001" : "000000"
    expect((await stop({ confirmationCode: wrong })).body.errors).toHaveProperty("confirmationCode")
    // The refused attempt used up neither code.
    expect((await stop({ confirmationCode: digits })).status).toBe(200)
    const app = await call("UserPreference/MakeAppPassword", { name: "Reeder", confirmationCode: digits }, anna.token)
    expect(app.body.errors).toHaveProperty("confirmationCode")
  })
})

describe("a lost second step", () => {
  it("is removed by mail after 72 hours, unless cancelled by the same link or by the second step itself", async () => {
    const anna = await kit.people.make()
    const { recoveryCodes } = await enrol(anna)
    const request = async () => {
      await call("User/SendTwoStepRemoval", { email: anna.email })
      return (await mailedTo(anna, "untiefa")).link
    }
    const remove = (link: string) => call("User/RemoveTwoStep", { link })
    const due = async () => (await stepOf(anna))["removalDue"]
    const removeDue = (ms: number) =>
      kit.people.run(
        withClockLater(
          ms,
          TwoSteps.use((steps) => steps.completeRemoval(anna.personId)),
        ),
      )

    const link = await request()
    expect((await call("User/LoadTwoStepRemoval", { link })).body.data).toEqual({ removalDue: null })
    const first = await remove(link)
    expect(Number(first.body.data["removalDue"]) - Date.now()).toBeGreaterThan(REMOVAL_MS - 60_000)
    expect((await remove(link)).body.data).toEqual(first.body.data)
    expect((await call("User/KeepTwoStep", { link })).status).toBe(200)
    expect(await due()).toBeNull()
    expect((await remove(link)).status).toBe(400)

    expect((await remove(await request())).status).toBe(200)
    await pass((await signIn(anna)).token, recoveryCodes[0] ?? "")
    expect(await due()).toBeNull()

    expect((await remove(await request())).status).toBe(200)
    await call("UserPreference/CancelTwoStepRemoval", {}, anna.token)
    expect(await due()).toBeNull()

    await request()
    const { digits } = await mailedTo(anna, "untiefa")
    const byCode = (code: string) => call("User/RemoveTwoStep", { email: anna.email, code })
    expect((await byCode(digits === "000000" ? "000001" : "000000")).body.errors).toHaveProperty("link")
    expect((await byCode(digits)).status).toBe(200)
    await removeDue(REMOVAL_MS - 60_000)
    expect((await signIn(anna)).secondStep).toBe(true)
    const isDue = async (ms: number) =>
      (await kit.people.run(withClockLater(ms, listDueRemovals()))).includes(anna.personId)
    await expect.poll(() => isDue(REMOVAL_MS)).toBe(true)
    expect(await isDue(REMOVAL_MS - 60_000)).toBe(false)
    await removeDue(REMOVAL_MS)
    expect((await signIn(anna)).secondStep).toBe(false)
    await expect.poll(() => isDue(REMOVAL_MS)).toBe(false)
  })

  it("gets the same response for every address, and none for forged links", async () => {
    const [anna, nobody] = [await kit.people.make(), "nobody@people.example"]
    const [one, other] = await Promise.all(
      [anna.email, nobody].map((email) => call("User/SendTwoStepRemoval", { email })),
    )
    expect([one?.status, one?.text]).toEqual([other?.status, other?.text])
    for (const link of ["x", "A".repeat(86)]) {
      for (const path of ["LoadTwoStepRemoval", "RemoveTwoStep", "KeepTwoStep"]) {
        expect((await call(`User/${path}`, { link })).body.errors).toHaveProperty("link")
      }
    }
  })
})

it("reader apps sign in with app passwords, by address or user name, until revoked", async () => {
  const [anna, ben] = [await kit.people.make(), await kit.people.make()]
  const made = await call("UserPreference/MakeAppPassword", { name: "Reeder" }, anna.token)
  const { password = "", appPasswordId } = made.body.data as unknown as Record<string, string>
  const check = (who: string, typed: string) =>
    kit.people.run(AppPasswords.use((appPasswords) => appPasswords.check(who, typed)))
  expect(await check(anna.email.toUpperCase(), password)).toBe(anna.personId)
  expect(await check(anna.email, password.replaceAll("-", ""))).toBe(anna.personId)
  expect(await check(ben.email, password)).toBeNull()
  expect(await check(anna.email, anna.password)).toBeNull()
  expect(await check("nobody", password)).toBeNull()

  const listed = await call("UserPreference/LoadAppPasswords", {}, anna.token)
  expect(listed.body.data).toMatchObject({ appPasswords: [{ appPasswordId, name: "Reeder" }] })
  expect(listed.text).not.toContain(password)
  expect((await call("UserPreference/RevokeAppPassword", { appPasswordId }, ben.token)).status).toBe(404)
  expect((await call("UserPreference/RevokeAppPassword", { appPasswordId }, anna.token)).status).toBe(200)
  expect(await check(anna.email, password)).toBeNull()
})
