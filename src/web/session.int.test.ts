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
/** Lets the token of a session be a day old. */
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
  const kept = (cacheControl: string, cookie: string) => {
    const headers = new Headers({ "cache-control": cacheControl })
    writeSessionHeaders({ ...GUEST, bearer: "b", cookie }, headers, true)
    return [headers.get("x-refresh-token"), headers.getSetCookie()]
  }

  it("goes back to the browser whose answer nobody else gets", () => {
    expect(kept("private, no-cache", "c")).toEqual(["b", [sessionCookie("c", true)]])
    expect(kept("no-store", "")).toEqual(["b", [sessionCookie(null, true)]])
  })

  it.each(["public, max-age=604800, immutable", "max-age=5, s-maxage=60"])(
    "never goes into an answer that caches share (%s), and neither does its end",
    (cacheControl) => {
      expect(kept(cacheControl, "c")).toEqual([null, []])
      expect(kept(cacheControl, "")).toEqual([null, []])
    },
  )
})

describe("who asks", () => {
  it("is nobody without a token, and is told where a bearer token counts no more; a cookie is dropped", async () => {
    expect(await visitor(null, null)).toEqual(GUEST)
    expect(await visitor(UNKNOWN, null)).toEqual({ ...GUEST, hasBadToken: true })
    expect(await visitor(null, UNKNOWN)).toEqual({ ...GUEST, cookie: "" })
    expect(await visitor("' or true --", null)).toEqual({ ...GUEST, hasBadToken: true })
  })

  it("is the cookie's person where the bearer token is an old one, and gets back what the cookie holds", async () => {
    const { token, userCode } = await kit.people.make()
    expect(await visitor(UNKNOWN, token)).toMatchObject({
      member: { userCode },
      bearer: token,
      cookie: null,
      hasBadToken: false,
    })
    expect(await visitor(token, UNKNOWN)).toMatchObject({ member: { userCode }, bearer: null, cookie: null })
  })

  it("has a token exchanged that is a day old, the way it came, and the one before counts for calls under way", async () => {
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

it("a session's cookie is for the server alone, and only over https where there is https", () => {
  expect(sessionCookie("t", true)).toBe("quire_session=t; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure")
  expect(sessionCookie(null, false)).toBe("quire_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
})
