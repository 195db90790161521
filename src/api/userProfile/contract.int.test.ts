import { inflateRawSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as, cookiesOf } from "../testing/accountCalls.ts"
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

describe("names of people", () => {
  it("[S7-052] a display name and a user code are set by the lower-case group user, with a message", async () => {
    const person = await kit.people.make({ displayName: null })
    const suggested = await call("user/GetSuggestedUserCode", {}, as(person))
    const [userCode = ""] = (suggested.body.data as { userCodes?: ReadonlyArray<string> }).userCodes ?? []
    const body = { displayName: "Ada Byron", userCode }
    expect(await call("User/UpdateUserCode", body, as(person))).toMatchObject({ status: 404 })
    expect(await call("user/UpdateUserCode", body)).toMatchObject({ status: 401 })
    expect(await call("user/UpdateUserCode", body, as(person))).toMatchObject({
      status: 200,
      body: { status: true, message: "Saved" },
    })
    expect(await call("UserProfile/LoadUserProfile", {}, as(person))).toMatchObject({
      status: 200,
      body: { data: { user: body } },
    })
  })

  it("[S7-051] a code is chosen once from suggestions, with the display name", async () => {
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

  it("[S7-045] a user name belongs to one person, ignoring letter case, until they choose another", async () => {
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
      body: { message: "This username is taken" },
    })
    expect(await choose(one, "marlene")).toMatchObject({ status: 200 })
    expect(await choose(one, "Dietrich")).toMatchObject({ status: 200 })
    expect(await choose(two, "MARLENE")).toMatchObject({ status: 200 })
  })

  it("[S7-050] are found by name and code, never by email address", async () => {
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

  it("[S7-072] [S7-073] a profile can be changed by its person, and is public without the email address", async () => {
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

  it("[S7-057] [S3-015] [S3-016] preferences are stored as texts, the base currency as the id of one of the two possible asset types", async () => {
    const person = await kit.people.make()
    const set = (preferenceId: number, value: unknown) =>
      call("UserPreference/UpdateUserPreference", { preferenceId, value }, as(person))
    expect(await set(9, "4")).toMatchObject({ status: 200, body: { message: "Saved" } })
    expect(await set(10, "on")).toMatchObject({ status: 200 })
    expect(await set(5, "off")).toMatchObject({ status: 200 })
    expect(await set(4, "EN,JP")).toMatchObject({ status: 200 })
    for (const [id, value] of [
      [9, "44"],
      [9, "1"],
      [9, 4],
      [1, "fr"],
      [8, "on"],
      [99, "x"],
      [4, "EN,XX"],
    ] as const)
      expect(await set(id, value)).toMatchObject({ status: 400 })
    expect((await call("UserProfile/LoadUserProfile", {}, as(person))).body.data).toMatchObject({
      user: {
        preferences: { defaultTotalAssetTypeId: 4, values: { 4: "EN,JP", 5: "off", 9: "4", 10: "on" } },
        notifications: { email: false },
      },
    })
  })

  it("[S7-048] a person's events are visible to them, and some to everyone", async () => {
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
  it("are listed, and can be signed out one by one or all at once", async () => {
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

describe("account deletion", () => {
  it("offers an archive of all stored data", async () => {
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

  it("exports posts, follows and the wallet too, at most once an hour", async () => {
    const person = await kit.people.make()
    await makeCreator(db.url, person)
    const text = { title: "On harbours", content: "<p>They stand alone.</p>" }
    expect(await call("Feed/UploadLongNews", text, as(person))).toMatchObject({ status: 200 })
    const { bytes } = await call("User/ExportData", {}, as(person))
    const files = unzip(bytes)
    expect(JSON.parse(files["posts.json"] ?? "")).toMatchObject([
      { title: "On harbours", preview: "They stand alone." },
    ])
    expect(JSON.parse(files["history.json"] ?? "")).toEqual([])
    expect(JSON.parse(files["searches.json"] ?? "")).toEqual([])
    expect(JSON.parse(files["follows.json"] ?? "")).toEqual({
      followed: [],
      ended: [],
      muted: [],
      rules: [],
      saved: [],
    })
    expect(JSON.parse(files["wallet.json"] ?? "")).toEqual({
      balances: [],
      deposits: [],
      withdrawals: [],
      donations: [],
      movements: [],
    })
    expect(await call("User/ExportData", {}, as(person))).toMatchObject({ status: 429 })
  })

  it("does not count a failed export towards the hourly limit", async () => {
    const person = await kit.people.make()
    await kit.sql`alter table accounts.session rename column device to device_away`
    try {
      expect(await call("User/ExportData", {}, as(person))).toMatchObject({ status: 500 })
    } finally {
      await kit.sql`alter table accounts.session rename column device_away to device`
    }
    expect(await call("User/ExportData", {}, as(person))).toMatchObject({ status: 200 })
    expect(await call("User/ExportData", {}, as(person))).toMatchObject({ status: 429 })
  })

  it("deletes long news with the account", async () => {
    const author = await kit.people.make()
    await makeCreator(db.url, author)
    const text = { title: "On harbours", content: "<p>A wholly unmistakable sentence.</p>" }
    expect(await call("Feed/UploadLongNews", text, as(author))).toMatchObject({ status: 200 })
    expect(await call("User/DeleteAccount", { password: author.password }, as(author))).toMatchObject({ status: 200 })
    await expect.poll(() => tablesWith(["wholly unmistakable"]), { interval: 50 }).toEqual([])
  })

  it("leaves no personal data in any table, and frees the address and the name", async () => {
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
      body: { message: "Your account has been deleted" },
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

/** The tables that contain one of these texts, in columns of any type. */
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
