import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { type Issuer, type KnownPerson, startIssuer } from "../../../core/accounts/external/testing/issuer.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { enrol } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

const ORIGIN = "http://quire.test:4321"
let issuer: Issuer
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  issuer = await startIssuer(`${ORIGIN}/thirdparty/example/callback`)
  db = await testDatabase()
  const env = { PUBLIC_ORIGIN: ORIGIN, THIRD_PARTIES: JSON.stringify([issuer.configured("example")]) }
  kit = await makeApiKit({ url: db.url, env })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await issuer.close()
})

/** A browser of a person or a guest that keeps cookies. */
const browser = (person?: TestPerson) => {
  const cookies = new Map<string, string>(person === undefined ? [] : [["quire_session", person.token]])
  const call = async (path: string, payload: object = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await kit.post(`/api/${path}`, payload, { headers: { cookie } })
    for (const each of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const leave = async () => String((await call("User/ThirdPartySignIn", { provider: "example" })).body.data["address"])
  const comeBack = (returned: string) => call("User/ThirdPartySignIn", { provider: "example", returned })
  /** To the issuer as a person it knows, and back. */
  const goAs = async (known: KnownPerson) => {
    issuer.setPresent(known)
    return comeBack(await issuer.follow(await leave()))
  }
  return { call, leave, comeBack, goAs, cookies }
}
const known = (name: string, isVerified = true): KnownPerson => ({
  subject: `subject of ${name}`,
  email: `${name}@people.example`,
  isVerified,
})

it("[S7-040] creates an account for an address that the issuer has verified, and finds it again", async () => {
  const { call, goAs } = browser()
  expect((await call("User/LoadThirdParties")).body.data).toEqual({
    providers: [{ provider: "example", name: "Example" }],
  })
  const first = await goAs(known("carla"))
  expect(first.body.data).toMatchObject({ outcome: "in", session: { secondStep: false } })
  const session = first.body.data["session"] as unknown as { readonly user: { readonly userCode: string } }
  expect(session.user).toMatchObject({ email: "carla@people.example" })

  const again = await browser().goAs(known("carla"))
  expect(again.body.data).toMatchObject({ outcome: "in", session: { user: { userCode: session.user.userCode } } })
})

it.each([
  ["Zoë Ångström", "Zoë Ångström"],
  ["win at casino.example", null],
])("[S5-004] uses the issuer's name %j for a new member only if it is valid: %j", async (name, displayName) => {
  const { body } = await browser().goAs({ ...known(`named${name.length}`), name })
  expect(body.data).toMatchObject({ outcome: "in", session: { user: { displayName } } })
})

it("creates none for an address that the issuer has not verified", async () => {
  expect((await browser().goAs(known("unverified", false))).status).toBe(409)
})

it("never signs in to an existing account by its address: the owner signs in and confirms", async () => {
  const dora = await kit.people.make({ email: "dora@people.example" })
  const stranger = browser()
  const owned = await stranger.goAs(known("dora"))
  expect(owned.body.data).toMatchObject({ outcome: "confirm", session: null })
  expect(stranger.cookies.get("quire_session") ?? "").toBe("")
  expect((await stranger.call("UserPreference/LinkIdentity")).status).toBe(401)
  // In another person's browser it is not valid.
  const eve = browser(await kit.people.make())
  eve.cookies.set("quire_thirdparty", stranger.cookies.get("quire_thirdparty") ?? "")
  expect((await eve.call("UserPreference/LinkIdentity")).status).toBe(400)

  stranger.cookies.set("quire_session", dora.token)
  expect((await stranger.call("UserPreference/LoadIdentities")).body.data).toMatchObject({
    offered: { provider: "example", label: "dora@people.example" },
  })
  expect((await stranger.call("UserPreference/LinkIdentity")).status).toBe(200)
  expect((await browser().goAs(known("dora"))).body.data).toMatchObject({
    outcome: "in",
    session: { user: { userCode: dora.userCode } },
  })
})

it("links and unlinks only the member's own identities", async () => {
  const [emil, frida] = [await kit.people.make(), await kit.people.make()]
  const its = browser(emil)
  expect((await its.goAs(known("emils", false))).body.data).toMatchObject({ outcome: "confirm", session: null })
  expect((await browser().goAs(known("emils", false))).status, "signs in before the link is confirmed").toBe(409)
  expect((await its.call("UserPreference/LinkIdentity")).status).toBe(200)
  expect((await browser(frida).goAs(known("emils", false))).status).toBe(409)
  expect((await browser().goAs(known("emils", false))).body.data).toMatchObject({
    session: { user: { userCode: emil.userCode } },
  })
  const { identities } = (await its.call("UserPreference/LoadIdentities")).body.data as unknown as {
    readonly identities: ReadonlyArray<{ readonly identityId: string; readonly label: string }>
  }
  const [{ identityId } = { identityId: "" }] = identities
  expect((await browser(frida).call("UserPreference/UnlinkIdentity", { identityId })).status).toBe(400)
  expect((await its.call("UserPreference/UnlinkIdentity", { identityId })).status).toBe(200)
  expect((await browser().goAs(known("emils", false))).status).toBe(409)
})

it("requires the second step if the account has one", async () => {
  const greta = await kit.people.make()
  const its = browser(greta)
  await its.goAs(known("greta"))
  await its.call("UserPreference/LinkIdentity")
  await enrol(kit, greta)
  expect((await browser().goAs(known("greta"))).body.data).toMatchObject({
    outcome: "in",
    session: { secondStep: true, user: null },
  })
})

it("accepts a return only from the browser that left, once, and unmodified", async () => {
  issuer.setPresent(known("hanna"))
  const [mine, other] = [browser(), browser()]
  const returned = await issuer.follow(await mine.leave())
  expect((await other.comeBack(returned)).status).toBe(400)
  await other.leave()
  expect((await other.comeBack(returned)).status).toBe(400)
  const forged = new URL(returned)
  forged.searchParams.set("state", "another")
  const [left, back] = [browser(), await kit.people.make()]
  left.cookies.set("quire_thirdparty", mine.cookies.get("quire_thirdparty") ?? "")
  expect((await left.comeBack(forged.href)).status).toBe(400)
  // Another person signed in before the return: the identity must not become theirs.
  left.cookies.set("quire_session", back.token)
  expect((await left.comeBack(returned)).status).toBe(400)
  expect((await mine.comeBack(returned)).body.data).toMatchObject({ outcome: "in" })
  expect((await mine.comeBack(returned)).status).toBe(400)
  expect((await mine.call("User/ThirdPartySignIn", { provider: "nobody" })).status).toBe(400)
})
