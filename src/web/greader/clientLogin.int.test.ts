import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccountDeletion, AppPasswords, Passwords } from "#core/accounts"
import { enrol as enrolIn } from "#src/api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "#src/api/testing/apiKit.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { makeAppPassword, sendReader } from "./testing/readerApp.ts"

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

const signIn = (Email: string, Passwd: string, more: { readonly address?: string; readonly output?: string } = {}) => {
  const { address, output } = more
  return sendReader("accounts/ClientLogin", {
    form: Object.entries({ Email, Passwd, service: "reader", ...(output === undefined ? {} : { output }) }),
    ...(address === undefined ? {} : { address }),
  })
}
const authOf = ({ text }: { readonly text: string }) => /^Auth=(\S+)$/m.exec(text)?.[1] ?? ""
const info = (auth?: string) => sendReader("reader/api/0/user-info", auth === undefined ? {} : { auth })

describe("a reader app that signs in", () => {
  it("gets a token for an app password, as lines or JSON, and the name of its account", async () => {
    const anna = await kit.people.make()
    const { password } = await makeAppPassword(kit, anna)
    const answer = await signIn(anna.email.toUpperCase(), password)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"])
    const auth = authOf(answer)
    expect(answer.text).toBe(`SID=${auth}\nLSID=${auth}\nAuth=${auth}\n`)
    const json = await signIn(anna.email, password.replaceAll("-", " "), { output: "json" })
    expect(JSON.parse(json.text)).toEqual({ SID: auth, LSID: auth, Auth: auth })
    const profile = await info(auth)
    expect(JSON.parse(profile.text)).toMatchObject({ userId: anna.userCode, userName: "Anna Muster" })
    expect(profile.headers.get("cache-control")).toBe("private, no-store")
    expect((await signIn("", password)).status).toBe(401)
    expect((await sendReader("accounts/ClientLogin?Email=a&Passwd=b")).status).toBe(405)
  })

  it("is refused with a wrong password, and without a token", async () => {
    const [anna, ben] = [await kit.people.make(), await kit.people.make()]
    const { password } = await makeAppPassword(kit, anna)
    for (const [name, word] of [
      [ben.email, password],
      [anna.email, "0000-0000-0000-0000"],
      ["nobody@people.example", password],
    ]) {
      const { status, text } = await signIn(name ?? "", word ?? "")
      expect([status, text]).toEqual([401, "Error=BadAuthentication\n"])
    }
    const auth = authOf(await signIn(anna.email, password))
    for (const wrong of [undefined, "", anna.token, `${auth}A`, auth.replace(/.$/, auth.endsWith("A") ? "B" : "A")]) {
      const { status, headers } = await info(wrong)
      expect([status, headers.get("google-bad-token")]).toEqual([401, "true"])
    }
    // A session token is refused too, and app tokens are no session tokens.
    expect((await kit.post("/api/Feed/FollowList", {}, { token: auth })).status).toBe(401)
  })

  it("is signed out at once when its password is revoked, and others are not", async () => {
    const anna = await kit.people.make()
    const [phone, tablet] = [await makeAppPassword(kit, anna), await makeAppPassword(kit, anna, "Tablet")]
    const [one, other] = [
      authOf(await signIn(anna.email, phone.password)),
      authOf(await signIn(anna.email, tablet.password)),
    ]
    await kit.people.run(AppPasswords.use(({ revoke }) => revoke(anna.personId, phone.passwordId)))
    expect((await info(one)).status).toBe(401)
    expect((await signIn(anna.email, phone.password)).status).toBe(401)
    expect((await info(other)).status).toBe(200)
    await kit.people.run(AccountDeletion.use((deletion) => deletion.delete(anna.personId)))
    expect((await info(other)).status).toBe(401)
  })

  it("may use the account's own password until it changes or a second step is enrolled; app passwords continue to work", async () => {
    const anna = await kit.people.make()
    const auth = authOf(await signIn(anna.email, anna.password))
    expect((await info(auth)).status).toBe(200)
    const next = "a boat, a bridge and a lantern"
    await kit.people.run(Passwords.use(({ change }) => change(anna, { password: anna.password }, next)))
    expect((await info(auth)).status).toBe(401)
    const { password } = await makeAppPassword(kit, anna)
    const [own, app] = [authOf(await signIn(anna.email, next)), authOf(await signIn(anna.email, password))]
    await enrolIn(kit, anna)
    expect((await info(own)).status).toBe(401)
    expect((await signIn(anna.email, next)).status).toBe(401)
    expect((await info(app)).status).toBe(200)
    expect((await signIn(anna.email, password)).status).toBe(200)
  })

  it("is rate limited after many attempts from one address, across processes", async () => {
    const anna = await kit.people.make()
    const { password } = await makeAppPassword(kit, anna)
    const attempts = Array.from({ length: 60 }, () => signIn(anna.email, "wrong", { address: "203.0.113.9" }))
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(401)
    const { status, headers } = await signIn(anna.email, password, { address: "203.0.113.9" })
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true])
    // Wrong account passwords do not lock out its apps at other addresses, because an app password cannot be guessed.
    expect((await signIn(anna.email, password)).status).toBe(200)
    expect((await signIn(anna.email, anna.password)).status).toBe(401)
  })
})
