import { randomBytes } from "node:crypto"
import { inflateRawSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Secrets } from "#core/accounts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

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

const PASSWORD = "correct horse battery"
const SENT = "Verification code sent successfully, please check email"
const call = (path: string, body: object, init: Parameters<ApiKit["post"]>[2] = {}) =>
  kit.post(`/api/${path}`, body, init)
const as = ({ token }: Pick<TestPerson, "token">) => ({ token })

const newEmail = () => `reader${randomBytes(6).toString("hex")}@mail.example`

type Issued = { readonly personId: string; readonly codeId: string }
/** The newest code of a purpose, as the mail of it would bring it. */
const mailed = async (email: string, purpose: string) => {
  const issued = async () => {
    const rows = await kit.sql<Array<Issued>>`
      select e.data->>'personId' as "personId", e.data->>'codeId' as "codeId" from es.event e
      join read.account a on a.person_id = e.data->>'personId'
      where e.type = 'accounts.CodeIssued.v1' and e.data->>'purpose' = ${purpose} and a.email = ${email}
      order by e.position desc limit 1`
    return rows[0]
  }
  await expect.poll(issued, { interval: 10 }).toBeDefined()
  const link = (await issued()) as Issued
  const secrets = await kit.people.run(Secrets)
  return { digits: secrets.digitsOf(link.codeId), token: secrets.linkTokenOf(link), ...link }
}
const cookiesOf = (answer: { readonly headers: Headers }) => answer.headers.getSetCookie().join("\n")

describe("signing up", () => {
  it("[S7-037] [S7-041] [S6-014] [S3-001] [S3-003] [S8-012] opens an account that its address activates, and signs in", async () => {
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

  it("[S7-042] mails another code, and only the newest counts", async () => {
    const email = newEmail()
    await call("User/SignUp", { email, password: PASSWORD })
    const first = await mailed(email, "activation")
    expect(await call("User/ReSendEmail", { email })).toMatchObject({ status: 200, body: { message: SENT } })
    const second = await mailed(email, "activation")
    expect(second.codeId).not.toBe(first.codeId)
    expect(await call("User/activation", { token: first.token })).toMatchObject({ status: 400 })
    expect(await call("User/activation", { email, code: second.digits })).toMatchObject({ status: 200 })
  })

  it("leaves nobody the password of an account that they opened for somebody else's address", async () => {
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
    ["password123", expect.stringContaining("tried first")],
    ["qwertyuiop12", expect.stringContaining("tried first")],
    ["aaaaaaaaaaaaaaa", expect.stringContaining("tried first")],
    ["name.surname1", expect.stringContaining("not made of")],
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

  it("[S7-049] takes an invitation once, and says before whether it is valid", async () => {
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
        body: { errors: { inviteCode: ["This invitation is not valid, or was used already"] } },
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
  it("[S7-038] with the password, from a new token each time", async () => {
    const person = await kit.people.make()
    const answers = [await call("User/SignIn", person), await call("User/SignIn", person)]
    const tokens = answers.map(({ body }) => body.data["token"])
    expect(answers).toMatchObject([{ status: 200 }, { status: 200, body: { data: { user: { email: person.email } } } }])
    expect(new Set([...tokens, person.token]).size).toBe(3)
  })

  it("[S7-039] [S7-046] with a code, once", async () => {
    const { email } = await kit.people.make()
    expect(await call("User/SendConfirmationCode", { email })).toMatchObject({ status: 200, body: { message: SENT } })
    const { digits } = await mailed(email, "signIn")
    expect(await call("User/SignInByCode", { email, code: digits })).toMatchObject({
      status: 200,
      body: { data: { user: { email } } },
    })
    expect(await call("User/SignInByCode", { email, code: digits })).toMatchObject({ status: 400 })
  })

  it("ends a code after five wrong ones, though many are tried at once", async () => {
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

  it("ends the session that the browser had, so that nobody goes on as somebody else", async () => {
    const [before, next] = [await kit.people.make(), await kit.people.make()]
    await call("User/SignIn", next, as(before))
    expect(await call("User/LoadDevices", {}, as(before))).toMatchObject({ status: 401 })
  })

  it("writes down a sign-in from a browser that is not known, and none from one that is", async () => {
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
  it("[S7-043] [S7-044] are chosen anew by mail; every session ends", async () => {
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
      body: { message: "Your password was changed" },
    })
    expect(await call("User/LoadDevices", {}, as(person))).toMatchObject({ status: 401 })
    expect(await call("User/SignIn", person)).toMatchObject({ status: 400 })
    expect(await call("User/SignIn", { email: person.email, password: newPassword })).toMatchObject({ status: 200 })
    expect(await call("User/forgetpasswordverification", { token, newPassword })).toMatchObject({ status: 400 })
  })

  it("[S7-047] are changed by who knows the present one, or has the code; other devices are signed out", async () => {
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

describe("what people are called", () => {
  it("[S7-051] [S7-052] a code is chosen once among suggested ones, with the display name", async () => {
    const person = await kit.people.make({ displayName: null })
    const { userCodes } = (await call("user/GetSuggestedUserCode", {}, as(person))).body.data as {
      userCodes?: ReadonlyArray<string>
    }
    expect(userCodes).toHaveLength(5)
    for (const code of userCodes ?? []) expect(code).toMatch(/^QI[0-9A-HJKMNP-TV-Z]{8}$/)
    const [userCode = "", other = ""] = userCodes ?? []
    const name = (body: object) =>
      call("user/UpdateUserCode", { displayName: "Zoë Müller", userCode, ...body }, as(person))
    expect(await name({ displayName: "Zo" })).toMatchObject({
      status: 400,
      body: { errors: { displayName: ["Minimum 3 characters"] } },
    })
    expect(await name({ displayName: "<b>Zoë" })).toMatchObject({
      status: 400,
      body: { errors: { displayName: ["Please enter the correct format string"] } },
    })
    expect(await name({ userCode: "QIADMIN" })).toMatchObject({ status: 400 })
    expect(await name({})).toMatchObject({ status: 200, body: { message: "Saved" } })
    expect(await name({ userCode: other })).toMatchObject({ status: 409 })
    expect(await name({ displayName: "Zoë M." })).toMatchObject({ status: 200 })
    const second = await kit.people.make({ displayName: null })
    expect(await call("user/UpdateUserCode", { displayName: "Somebody", userCode }, as(second))).toMatchObject({
      status: 409,
    })
    expect(await call("UserProfile/LoadUserProfile", { userCode: userCode.toLowerCase() })).toMatchObject({
      status: 200,
      body: { data: { user: { displayName: "Zoë M.", userCode } } },
    })
  })

  it("[S7-045] a user name belongs to one person, whatever its letter case, until they choose another", async () => {
    const [one, two] = [await kit.people.make(), await kit.people.make()]
    const choose = (person: TestPerson, userName: string) => call("User/UpdateUserName", { userName }, as(person))
    expect(await choose(one, "abc")).toMatchObject({
      status: 400,
      body: { errors: { userName: ["Minimum 4 characters"] } },
    })
    expect(await choose(one, "ab cd")).toMatchObject({
      status: 400,
      body: { message: "Please enter the correct format string" },
    })
    expect(await choose(one, "Ad_min")).toMatchObject({ status: 400 })
    expect(await choose(one, "Marlene")).toMatchObject({ status: 200, body: { message: "Saved" } })
    expect(await choose(two, "marlene")).toMatchObject({
      status: 409,
      body: { message: "Somebody has this name already" },
    })
    expect(await choose(one, "marlene")).toMatchObject({ status: 200 })
    expect(await choose(one, "Dietrich")).toMatchObject({ status: 200 })
    expect(await choose(two, "MARLENE")).toMatchObject({ status: 200 })
  })

  it("[S7-050] are found by name and code, never by address", async () => {
    const seeker = await kit.people.make({ displayName: "Ines Sucher" })
    const sought = await kit.people.make({ displayName: "Ottilie von Faber" })
    await call("User/UpdateUserName", { userName: "ottilie_f" }, as(sought))
    const search = async (keyword: string) => {
      const answer = await call("user/SearchUser", { keyword, filter: { page: 1, pageSize: 20 } }, as(seeker))
      return (answer.body.data["users"] as ReadonlyArray<{ userCode: string }>).map(({ userCode }) => userCode)
    }
    for (const keyword of ["ottilie", "VON FAB", "faber", "Ottilie_F", sought.userCode.toLowerCase()])
      expect(await search(keyword)).toEqual([sought.userCode])
    for (const keyword of [sought.email, "people.example", "%", "ottilie%", "_ttilie"])
      expect(await search(keyword)).toEqual([])
  })

  it("[S7-072] [S7-073] a profile is its person's to change, and everybody's to see without the address", async () => {
    const person = await kit.people.make()
    const bio = "I read <script>alert(1)</script> & write.\nOn rivers."
    expect(
      await call(
        "UserProfile/UpdateUserProfile",
        { bio, languageCode: "de", roleId: 9, email: "x@y.example", channelId: 7, credited: true },
        as(person),
      ),
    ).toMatchObject({
      status: 200,
      body: {
        data: { user: { bio, languageCode: "de", roleId: 1, email: person.email, channelId: 0, credited: false } },
      },
    })
    expect((await call("UserProfile/LoadUserProfile", {}, as(person))).body.data).toMatchObject({
      user: { bio, email: person.email },
    })
    const seen = await call("UserProfile/LoadUserProfile", { userCode: person.userCode })
    expect(seen.body.data).toMatchObject({ user: { bio, userCode: person.userCode } })
    expect(seen.text).not.toContain(person.email)
    expect(await call("UserProfile/LoadUserProfile", { userCode: "QINOBODY99" })).toMatchObject({ status: 404 })
    expect(await call("UserProfile/LoadUserProfile", {})).toMatchObject({ status: 401 })
  })

  it("[S7-057] [S3-015] preferences are kept as texts", async () => {
    const person = await kit.people.make()
    const set = (preferenceId: number, value: unknown) =>
      call("UserPreference/UpdateUserPreference", { preferenceId, value }, as(person))
    expect(await set(9, "4")).toMatchObject({ status: 200, body: { message: "Saved" } })
    expect(await set(5, "off")).toMatchObject({ status: 200 })
    expect(await set(4, "EN,JP")).toMatchObject({ status: 200 })
    for (const [id, value] of [
      [9, "44"],
      [9, 4],
      [1, "fr"],
      [8, "on"],
      [99, "x"],
      [4, "EN,XX"],
    ] as const)
      expect(await set(id, value)).toMatchObject({ status: 400 })
    expect((await call("UserProfile/LoadUserProfile", {}, as(person))).body.data).toMatchObject({
      user: {
        preferences: { defaultTotalAssetTypeId: 4, values: { 4: "EN,JP", 5: "off", 9: "4" } },
        notifications: { email: false },
      },
    })
  })

  it("[S7-048] what a person did is theirs to see, and in part everybody's", async () => {
    const person = await kit.people.make()
    await call("User/UpdateUserName", { userName: `user${Date.now()}` }, as(person))
    const kinds = async (init: object, body: object = {}) => {
      const { activities } = (await call("user/LoadUserActivity", body, init)).body.data as unknown as {
        activities: ReadonlyArray<{ kind: string }>
      }
      return activities.map(({ kind }) => kind)
    }
    await expect.poll(() => kinds(as(person))).toEqual(["userName", "signedIn", "named", "joined"])
    expect(await kinds({}, { userCode: person.userCode })).toEqual(["userName", "named", "joined"])
    expect(await call("user/LoadUserActivity", {})).toMatchObject({ status: 401 })
  })
})

describe("devices", () => {
  it("are listed, signed out one by one, and all at once", async () => {
    const person = await kit.people.make()
    const enter = async () =>
      String(
        (
          await call("User/SignIn", person, {
            headers: {
              "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            },
          })
        ).body.data["token"],
      )
    const [two, three] = [await enter(), await enter()]
    const { devices } = (await call("User/LoadDevices", {}, { token: two })).body.data as unknown as {
      devices: ReadonlyArray<{ deviceId: string; device: string; isThisOne: boolean }>
    }
    expect(devices.map(({ device }) => device).toSorted()).toEqual([
      "Firefox, Linux",
      "Safari, iPhone",
      "Safari, iPhone",
    ])
    expect(devices.filter(({ isThisOne }) => isThisOne)).toHaveLength(1)
    expect(await call("User/EndDevice", { deviceId: person.sessionId }, { token: two })).toMatchObject({ status: 200 })
    expect(await call("User/LoadDevices", {}, as(person))).toMatchObject({ status: 401 })
    expect(await call("User/EndDevice", { deviceId: person.sessionId }, { token: two })).toMatchObject({ status: 404 })
    expect(await call("User/EndDevice", { deviceId: "not a device" }, { token: two })).toMatchObject({ status: 404 })
    const left = await call("User/SignOut", { everywhere: true }, { token: three })
    expect(left).toMatchObject({ status: 200, body: { message: "logged out" } })
    expect(cookiesOf(left)).toMatch(/quire_session=; Max-Age=0/)
    for (const token of [two, three])
      expect(await call("User/LoadDevices", {}, { token })).toMatchObject({ status: 401 })
  })
})

describe("leaving", () => {
  it("takes along all that is kept, as one archive", async () => {
    const person = await kit.people.make()
    await call("UserPreference/MakeAppPassword", { name: "Reeder" }, as(person))
    const { status, bytes, headers } = await call("User/ExportData", {}, as(person))
    expect([status, headers.get("content-type")]).toEqual([200, "application/zip"])
    const files = unzip(bytes)
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["profile.json", "activity.json", "devices.json", "invitations.json"]),
    )
    expect(JSON.parse(files["profile.json"] ?? "")).toMatchObject({ email: person.email, displayName: "Anna Muster" })
    expect(JSON.parse(files["protection.json"] ?? "")).toMatchObject({ appPasswords: [{ name: "Reeder" }] })
    expect(files["protection.json"]).not.toContain("hash")
  })

  it("leaves nothing that is personal in any table, and frees the address and the name", async () => {
    const bio = "A very particular sentence about lighthouses"
    const [displayName, userName] = ["Wilhelmina Sonderbar", "sonderbar_w"]
    const person = await kit.people.make({ displayName })
    await call("User/UpdateUserName", { userName }, as(person))
    await call("UserPreference/MakeAppPassword", { name: "Leuchtturmleser" }, as(person))
    await call("UserProfile/UpdateUserProfile", { bio }, as(person))
    await call("User/SendConfirmationCode", { email: person.email })
    expect(await call("User/DeleteAccount", { password: "a wrong one, truly" }, as(person))).toMatchObject({
      status: 400,
    })
    expect(await call("User/DeleteAccount", { password: person.password }, as(person))).toMatchObject({
      status: 200,
      body: { message: "Your account was deleted" },
    })
    expect(await call("User/LoadDevices", {}, as(person))).toMatchObject({ status: 401 })
    expect(await call("User/SignIn", person)).toMatchObject({ status: 400 })
    const wrapped = () => kit.sql`select wrapped from es.subject_key where subject_id = ${person.personId}`
    await expect.poll(async () => (await wrapped())[0]?.["wrapped"], { interval: 20 }).toBeNull()
    await expect
      .poll(() => tablesWith(["lighthouses", "Leuchtturmleser", displayName, userName, person.email]), { interval: 50 })
      .toEqual([])
    const heir = await kit.people.make({ email: person.email, displayName: null })
    expect(await call("User/UpdateUserName", { userName }, as(heir))).toMatchObject({ status: 200 })
    expect(
      await call("user/UpdateUserCode", { displayName: "An heir", userCode: person.userCode }, as(heir)),
    ).toMatchObject({ status: 409 })
  })
})

/** The tables in which one of these texts stands, whatever the type of the column. */
const tablesWith = async (texts: ReadonlyArray<string>) => {
  const tables = await kit.sql<Array<{ name: string }>>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  const found: Array<string> = []
  for (const { name } of tables) {
    for (const text of texts) {
      const hex = Buffer.from(text).toString("hex")
      const rows = await kit.sql.unsafe(
        `select 1 from ${name} t where position(lower($1) in lower(t::text)) > 0 or position($2 in t::text) > 0 limit 1`,
        [text, hex],
      )
      if (rows.length > 0) found.push(`${name}: ${text}`)
    }
  }
  return found
}

/** The files of a zip archive, read by its central directory. */
const unzip = (bytes: Buffer): Readonly<Record<string, string>> => {
  const end = bytes.lastIndexOf(Buffer.from("504b0506", "hex"))
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, length, from] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    files[bytes.toString("utf8", at + 46, at + 46 + length)] = inflateRawSync(
      bytes.subarray(start, start + size),
    ).toString()
    at += 46 + length
  }
  return files
}
