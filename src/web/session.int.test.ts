import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { type ApiKit, makeApiKit } from "../api/testing/apiKit.ts"
import { run } from "../process/runtime.ts"
import { findVisitor, GUEST, readTokens, sessionCookie, writeSessionHeaders } from "./session.ts"

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

const UNKNOWN = "A".repeat(43)
const visitor = (bearer: string | null, cookie: string | null) => run(findVisitor({ bearer, cookie }, "192.0.2.7"))
/** Makes the token of a session one day old. */
const age = (sessionId: string) =>
  kit.sql`update accounts.session set rotated_at = now() - interval '25 hours' where session_id = ${sessionId}`

describe("the tokens of a request", () => {
  const asking = (method: string, headers: Record<string, string> = { authorization: "Bearer b" }) =>
    new Request("http://quire.test/?token=t", { method, headers })

  it.each([
    ["of a call are the header's and the cookie's", asking("POST"), "/api/User/SignOut", { bearer: "b", cookie: "c" }],
    ["of a page are the cookie's alone", asking("GET"), "/newsfeeds", { bearer: null, cookie: "c" }],
    ["of lists that are everybody's are none", asking("GET"), "/api/Home/Time", { bearer: null, cookie: null }],
    ["of pictures that caches share are none", asking("GET"), "/img", { bearer: null, cookie: null }],
    ["of lists for programs are none", asking("GET"), "/feeds/library.rss", { bearer: null, cookie: null }],
    [
      "of what brings a file are those of any call",
      asking("POST"),
      "/api/Home/UploadImage",
      { bearer: "b", cookie: "c" },
    ],
    [
      "are none of another scheme",
      asking("POST", { authorization: "Basic b" }),
      "/api/a",
      { bearer: null, cookie: "c" },
    ],
  ])("[S6-016] %s", (_, request, path, tokens) => expect(readTokens(request, path, "c")).toEqual(tokens))
})

describe("an exchanged token", () => {
  const stored = (cacheControl: string, cookie: string) => {
    const headers = new Headers({ "cache-control": cacheControl })
    writeSessionHeaders({ ...GUEST, bearer: "b", cookie }, headers, true)
    return [headers.get("x-refresh-token"), headers.getSetCookie()]
  }

  it("is returned only to its own browser", () => {
    expect(stored("private, no-cache", "c")).toEqual(["b", [sessionCookie("c", true)]])
    expect(stored("no-store", "")).toEqual(["b", [sessionCookie(null, true)]])
  })

  it.each(["public, max-age=604800, immutable", "max-age=5, s-maxage=60"])(
    "is never set or cleared in a response for shared caches (%s)",
    (cacheControl) => {
      expect(stored(cacheControl, "c")).toEqual([null, []])
      expect(stored(cacheControl, "")).toEqual([null, []])
    },
  )
})

describe("the caller", () => {
  it("is a guest without a token, gets an error for an invalid bearer token, and loses an invalid cookie", async () => {
    expect(await visitor(null, null)).toEqual(GUEST)
    expect(await visitor(UNKNOWN, null)).toEqual({ ...GUEST, hasBadToken: true })
    expect(await visitor(null, UNKNOWN)).toEqual({ ...GUEST, cookie: "" })
    expect(await visitor("' or true --", null)).toEqual({ ...GUEST, hasBadToken: true })
  })

  it("is the cookie's person if the bearer token is outdated, and gets the cookie's token back", async () => {
    const { token, userCode } = await kit.people.make()
    expect(await visitor(UNKNOWN, token)).toMatchObject({
      member: { userCode },
      bearer: token,
      cookie: null,
      hasBadToken: false,
    })
    expect(await visitor(token, UNKNOWN)).toMatchObject({ member: { userCode }, bearer: null, cookie: null })
  })

  it("gets a day-old token replaced the way it was sent, and the previous one stays valid for pending calls", async () => {
    const { token, sessionId, userCode } = await kit.people.make()
    await age(sessionId)
    const first = await visitor(token, token)
    expect(first.bearer).toMatch(/^[\w-]{43}$/)
    expect(first).toMatchObject({ member: { userCode }, cookie: first.bearer })
    expect(first.bearer).not.toBe(token)
    expect(await visitor(token, null)).toMatchObject({ member: { userCode }, bearer: null })
    await age(sessionId)
    expect(await visitor(null, first.cookie)).toMatchObject({
      bearer: null,
      cookie: expect.stringMatching(/^[\w-]{43}$/),
    })
    await kit.sql`update accounts.session set previous_until = now() where session_id = ${sessionId}`
    expect(await visitor(token, null)).toEqual({ ...GUEST, hasBadToken: true })
  })
})

it("has a cookie that only the server reads, and that is sent only over https if the site uses https", () => {
  expect(sessionCookie("t", true)).toBe("quire_session=t; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure")
  expect(sessionCookie(null, false)).toBe("quire_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
})
