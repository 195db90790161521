import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { as, cookiesOf, mailedBy, newEmail, PASSWORD, SENT } from "../testing/accountCalls.ts"
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

const call = (path: string, body: object, init: Parameters<ApiKit["post"]>[2] = {}) =>
  kit.post(`/api/${path}`, body, init)
const mailed = (email: string, purpose: string) => mailedBy(kit)(email, purpose)

describe("signing up", () => {
  it("[S7-037] [S7-041] [S6-014] [S3-001] [S3-003] [S8-012] creates an account, activates it by mail, and signs in", async () => {
    const email = newEmail()
    expect(await call("User/SignUp", { email: ` ${email.toUpperCase()} `, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { status: true, message: SENT, data: null },
    })
    expect(await call("User/SignIn", { email, password: PASSWORD })).toMatchObject({ status: 400 })
    const { token } = await mailed(email, "activation")
    const activated = await call("User/activation", { token })
    expect(activated).toMatchObject({
      status: 200,
      body: {
        message: "Your account is active",
        data: {
          secondStep: false,
          user: {
            userCode: expect.stringMatching(/^Test[0-9A-Z]{10}$/),
            channelCode: null,
            channelId: 0,
            email,
            headerImage: null,
            bannerImage: null,
            displayName: null,
            userName: null,
            credited: false,
            roleId: 1,
            preferences: { defaultTotalAssetTypeId: null, bind2FA: false },
            notifications: { email: true, browser: true, chat: true },
          },
        },
      },
    })
    const session = String(activated.body.data["token"])
    expect(cookiesOf(activated)).toMatch(
      new RegExp(`quire_session=${session}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`),
    )
    expect(await call("User/LoadDevices", {}, { token: session })).toMatchObject({ status: 200 })
    expect(await call("User/activation", { token })).toMatchObject({
      status: 400,
      body: { errors: { code: [expect.any(String)] } },
    })
  })

  it("[S7-042] mails another code, and only the newest is valid", async () => {
    const email = newEmail()
    await call("User/SignUp", { email, password: PASSWORD })
    const first = await mailed(email, "activation")
    expect(await call("User/ReSendEmail", { email })).toMatchObject({ status: 200, body: { message: SENT } })
    const second = await mailed(email, "activation")
    expect(second.codeId).not.toBe(first.codeId)
    expect(await call("User/activation", { token: first.token })).toMatchObject({ status: 400 })
    expect(await call("User/activation", { email, code: second.digits })).toMatchObject({ status: 200 })
  })

  it("does not leave a stranger's password on an account that the owner of the address activates", async () => {
    const email = newEmail()
    await call("User/SignUp", { email, password: "the password of a thief" })
    await call("User/SignUp", { email, password: PASSWORD })
    await call("User/activation", { token: (await mailed(email, "activation")).token })
    for (const password of ["the password of a thief", PASSWORD])
      expect(await call("User/SignIn", { email, password })).toMatchObject({ status: 400 })
    // The same password twice is one person who waited for a mail.
    const patient = newEmail()
    await call("User/SignUp", { email: patient, password: PASSWORD })
    await call("User/SignUp", { email: patient, password: PASSWORD })
    await call("User/activation", { token: (await mailed(patient, "activation")).token })
    expect(await call("User/SignIn", { email: patient, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  it.each([
    ["short", "Minimum 10 characters"],
    ["a".repeat(201), "Maximum 200 characters"],
    ["password123", expect.stringContaining("too common")],
    ["qwertyuiop12", expect.stringContaining("too common")],
    ["aaaaaaaaaaaaaaa", expect.stringContaining("too common")],
    ["name.surname1", expect.stringContaining("must not be based on")],
  ])("refuses the password %s", async (password, message) => {
    expect(await call("User/SignUp", { email: "name.surname@mail.example", password })).toMatchObject({
      status: 400,
      body: { message, errors: { password: [message] } },
    })
  })

  it.each(["nobody", "a@b@c.example", "a b@c.example", "a@-c.example", "a@c..example", `${"a".repeat(250)}@c.example`])(
    "refuses the address %s",
    async (email) => {
      expect(await call("User/SignUp", { email, password: PASSWORD })).toMatchObject({ status: 400 })
    },
  )

  it("[S7-049] accepts an invitation once, and says before whether it is valid", async () => {
    const maker = await kit.people.make()
    expect(await call("user/presignup", {})).toMatchObject({
      status: 200,
      body: { message: "You can sign up", data: { inviteNeeded: false } },
    })
    const made = await call("User/CreateInvite", {}, as(maker))
    const inviteCode = String(made.body.data["inviteCode"])
    const typed = `${inviteCode.slice(0, 6)}-${inviteCode.slice(6)}`.toLowerCase()
    expect(await call("user/presignup", { inviteCode: typed })).toMatchObject({
      status: 200,
      body: { message: "This invitation is valid" },
    })
    expect(await call("User/SignUp", { email: newEmail(), password: PASSWORD, inviteCode: typed })).toMatchObject({
      status: 200,
    })
    for (const path of ["user/presignup", "User/SignUp"]) {
      expect(await call(path, { email: newEmail(), password: PASSWORD, inviteCode })).toMatchObject({
        status: 400,
        body: { errors: { inviteCode: ["This invitation is invalid or has already been used"] } },
      })
    }
    for (let count = 2; count <= 5; count += 1) await call("User/CreateInvite", {}, as(maker))
    expect(await call("User/CreateInvite", {}, as(maker))).toMatchObject({ status: 409 })
    expect((await call("User/LoadInvites", {}, as(maker))).body.data).toMatchObject({
      left: 0,
      invites: [
        { inviteCode, status: "used" },
        { status: "open" },
        { status: "open" },
        { status: "open" },
        { status: "open" },
      ],
    })
  })
})

describe("signing in", () => {
  it("[S7-038] works with the password, with a new token each time", async () => {
    const person = await kit.people.make()
    const answers = [await call("User/SignIn", person), await call("User/SignIn", person)]
    const tokens = answers.map(({ body }) => body.data["token"])
    expect(answers).toMatchObject([{ status: 200 }, { status: 200, body: { data: { user: { email: person.email } } } }])
    expect(new Set([...tokens, person.token]).size).toBe(3)
  })

  it("[S7-039] [S7-046] works with a code, once", async () => {
    const { email } = await kit.people.make()
    expect(await call("User/SendConfirmationCode", { email })).toMatchObject({ status: 200, body: { message: SENT } })
    const { digits } = await mailed(email, "signIn")
    expect(await call("User/SignInByCode", { email, code: digits })).toMatchObject({
      status: 200,
      body: { data: { user: { email } } },
    })
    expect(await call("User/SignInByCode", { email, code: digits })).toMatchObject({ status: 400 })
  })

  it("invalidates a code after five wrong attempts, even concurrent ones", async () => {
    const { email } = await kit.people.make()
    await call("User/SendConfirmationCode", { email })
    const { digits } = await mailed(email, "signIn")
    const wrong = Array.from({ length: 8 }, (_, index) =>
      String((Number(digits) + 1 + index) % 1_000_000).padStart(6, "0"),
    )
    const answers = await Promise.all(wrong.map((code) => call("User/SignInByCode", { email, code })))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400))
    expect(await call("User/SignInByCode", { email, code: digits })).toMatchObject({ status: 400 })
    const [row] =
      await kit.sql`select count(*)::int as count from es.event where type = 'accounts.CodeRefused.v1' and data->>'codeId' = ${(await mailed(email, "signIn")).codeId}`
    expect(row?.["count"]).toBe(5)
  })

  it("ends the browser's earlier session, so that no one continues as another person", async () => {
    const [before, next] = [await kit.people.make(), await kit.people.make()]
    await call("User/SignIn", next, as(before))
    expect(await call("User/LoadDevices", {}, as(before))).toMatchObject({ status: 401 })
  })

  it("records a sign-in from an unknown browser, and none from a known one", async () => {
    const { email, password, personId } = await kit.people.make()
    const first = await call("User/SignIn", { email, password })
    const browser = /quire_browser=([\w-]+)/.exec(cookiesOf(first))?.[1] ?? ""
    await call("User/SignIn", { email, password }, { headers: { cookie: `quire_browser=${browser}` } })
    const facts = await kit.sql<Array<{ known: boolean }>>`
      select (data->>'known')::boolean as known from es.event where stream = ${`signin-${personId}`} order by position`
    expect(facts.map(({ known }) => known)).toEqual([true, false])
  })
})

describe("passwords", () => {
  it("[S7-043] [S7-044] are reset by mail, which ends every session", async () => {
    const person = await kit.people.make()
    expect(await call("User/forgetpassword", { email: person.email })).toMatchObject({
      status: 200,
      body: { message: SENT },
    })
    const { token } = await mailed(person.email, "reset")
    expect(await call("User/forgetpasswordverification", { token, newPassword: "short" })).toMatchObject({
      status: 400,
      body: { errors: { newPassword: ["Minimum 10 characters"] } },
    })
    const newPassword = "another sentence, please"
    expect(await call("User/forgetpasswordverification", { token, newPassword })).toMatchObject({
      status: 200,
      body: { message: "Your password has been changed" },
    })
    expect(await call("User/LoadDevices", {}, as(person))).toMatchObject({ status: 401 })
    expect(await call("User/SignIn", person)).toMatchObject({ status: 400 })
    expect(await call("User/SignIn", { email: person.email, password: newPassword })).toMatchObject({ status: 200 })
    expect(await call("User/forgetpasswordverification", { token, newPassword })).toMatchObject({ status: 400 })
  })

  it("are reset together with the removal of all other sign-in methods, if the person requests it", async () => {
    const person = await kit.people.make()
    const stored = await kit.people.make()
    for (const each of [person, stored]) await call("UserPreference/MakeAppPassword", { name: "Reeder" }, as(each))
    for (const each of [person, stored]) {
      await call("User/forgetpassword", { email: each.email })
      const { token } = await mailed(each.email, "reset")
      const body = { token, newPassword: "another sentence, please", removeOtherSignIns: each === person }
      expect(await call("User/forgetpasswordverification", body)).toMatchObject({ status: 200 })
    }
    const appPasswordsOf = async ({ email }: { readonly email: string }) => {
      const { body } = await call("User/SignIn", { email, password: "another sentence, please" })
      const loaded = await call("UserPreference/LoadAppPasswords", {}, { token: String(body.data["token"]) })
      return loaded.body.data["appPasswords"]
    }
    expect(await appPasswordsOf(person)).toEqual([])
    expect(await appPasswordsOf(stored)).toHaveLength(1)
  })

  it("[S7-047] are changed with the current one or a code, which signs out other devices", async () => {
    const person = await kit.people.make()
    const other = String((await call("User/SignIn", person)).body.data["token"])
    const change = (body: object) =>
      call("User/UpdateSignInPassword", { newPassword: "a second sentence", ...body }, as(person))
    expect(await change({ password: "not the present one" })).toMatchObject({ status: 400 })
    expect(await change({})).toMatchObject({
      status: 400,
      body: { errors: { password: [expect.stringContaining("confirm")] } },
    })
    expect(await change({ password: person.password })).toMatchObject({ status: 200 })
    expect(await call("User/LoadDevices", {}, { token: other })).toMatchObject({ status: 401 })
    expect(await call("User/LoadDevices", {}, as(person))).toMatchObject({ status: 200 })
    expect(await call("User/SendConfirmationCode", {}, as(person))).toMatchObject({
      status: 200,
      body: { message: SENT },
    })
    const { digits: code } = await mailed(person.email, "password")
    expect(await change({ code, newPassword: "a third sentence" })).toMatchObject({ status: 200 })
    expect(await change({ code, newPassword: "a fourth sentence" })).toMatchObject({ status: 400 })
    expect(await call("User/SignIn", { email: person.email, password: "a third sentence" })).toMatchObject({
      status: 200,
    })
  })
})

describe("the email address", () => {
  it("changes after the new one was proved, signs out other devices, and can then be used to sign in", async () => {
    const person = await kit.people.make()
    const other = String((await call("User/SignIn", person)).body.data["token"])
    const address = newEmail()
    const request = (body: object) => call("User/SendEmailChangeCode", body, as(person))
    expect(await request({ newEmail: "nonsense", password: person.password })).toMatchObject({
      status: 400,
      body: { errors: { newEmail: [expect.anything()] } },
    })
    expect(await request({ newEmail: person.email.toUpperCase(), password: person.password })).toMatchObject({
      status: 400,
      body: { errors: { newEmail: ["This is already your address"] } },
    })
    expect(await request({ newEmail: address, password: "not the present one" })).toMatchObject({ status: 400 })
    expect(await request({})).toMatchObject({ status: 400, body: { errors: { newEmail: [expect.anything()] } } })
    expect(await call("User/UpdateEmail", { code: "000000" }, as(person))).toMatchObject({ status: 400 })
    expect(await request({ newEmail: address, password: person.password })).toMatchObject({
      status: 200,
      body: { message: SENT },
    })
    const former = (await mailed(person.email, "email")).digits
    expect(await request({})).toMatchObject({ status: 200, body: { message: SENT } })
    const { digits: code } = await mailed(person.email, "email")
    expect(code).not.toBe(former)
    expect(await call("User/UpdateEmail", { code: former }, as(person))).toMatchObject({ status: 400 })
    const wrong = code === "123456" ? "654321" : "123456"
    expect(await call("User/UpdateEmail", { code: wrong }, as(person))).toMatchObject({
      status: 400,
      body: { errors: { code: [expect.anything()] } },
    })
    expect(await call("User/UpdateEmail", { code }, as(person))).toMatchObject({
      status: 200,
      body: { message: "Your email address has been changed" },
    })
    expect(await call("User/LoadDevices", {}, { token: other })).toMatchObject({ status: 401 })
    expect(await call("UserProfile/LoadUserProfile", {}, as(person))).toMatchObject({
      body: { data: { user: { email: address } } },
    })
    expect(await call("User/SignIn", person)).toMatchObject({ status: 400 })
    expect(await call("User/SignIn", { ...person, email: address })).toMatchObject({ status: 200 })
    expect(await call("User/UpdateEmail", { code }, as(person))).toMatchObject({ status: 400 })
  })

  it("of another account is revealed only to a person who reads its mail, and cannot be taken", async () => {
    const [person, owner] = [await kit.people.make(), await kit.people.make()]
    const requested = { newEmail: owner.email, password: person.password }
    expect(await call("User/SendEmailChangeCode", requested, as(person))).toMatchObject({
      status: 200,
      body: { message: SENT },
    })
    const { digits: code } = await mailed(person.email, "email")
    expect(await call("User/UpdateEmail", { code }, as(person))).toMatchObject({
      status: 409,
      body: { message: "This address belongs to another account" },
    })
    expect(await call("User/SignIn", owner)).toMatchObject({ status: 200 })
  })

  it("can be taken by only one of two people who prove it at the same time", async () => {
    const address = newEmail()
    const people = [await kit.people.make(), await kit.people.make()]
    const codes = await Promise.all(
      people.map(async (person) => {
        const requests = { newEmail: address, password: person.password }
        await call("User/SendEmailChangeCode", requests, as(person))
        return (await mailed(person.email, "email")).digits
      }),
    )
    const statuses = await Promise.all(
      people.map(async (person, at) => (await call("User/UpdateEmail", { code: codes[at] }, as(person))).status),
    )
    expect(statuses.toSorted()).toEqual([200, 409])
  })
})
