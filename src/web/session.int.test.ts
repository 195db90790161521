import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeLeakProbes, PROBE_HEADER, type ProbeLevel } from "#core/publishing"
import { type TestDatabase, testDatabase } from "#testing"
import { TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
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

describe("a reader of the search for leaks", () => {
  const probes = makeLeakProbes(Buffer.from(TEST_MASTER_KEY, "hex"))
  const headersOf = (level: ProbeLevel, name: string, made = probes) => ({
    [PROBE_HEADER]: made.tokenOf({ method: "POST", target: `/api/Feed/${name}`, level }, Date.now()),
  })
  const ask = async (name: string, body: object, headers: Record<string, string>) =>
    kit.post(`/api/Feed/${name}`, body, { headers })
  const postOf = async (levelId: number) => {
    const creator = await kit.people.make()
    await makeCreator(db.url, creator)
    const post = { title: "Tides", preview: "Dawn.", gated: "Read it backwards.", levelId, contentStatusId: 3 }
    const made = await kit.post("/api/Feed/createContent", post, { token: creator.token })
    return (made.body.data["content"] as { readonly id: string }).id
  }

  it("has its level with every creator, and no more", async () => {
    const seen = async (contentId: string, level: ProbeLevel) => {
      const { body } = await ask("ViewContent", { contentId }, headersOf(level, "ViewContent"))
      return JSON.stringify(body.data).includes("backwards")
    }
    const [forSubscribers, forPremium] = [await postOf(2), await postOf(3)]
    expect([await seen(forSubscribers, 0), await seen(forSubscribers, 2)]).toEqual([false, true])
    expect([await seen(forPremium, 0), await seen(forPremium, 2)]).toEqual([false, false])
  })

  it("is a guest with a token of another call or site, and for calls that write", async () => {
    const contentId = await postOf(2)
    const seen = async (headers: Record<string, string>) =>
      JSON.stringify((await ask("ViewContent", { contentId }, headers)).body.data).includes("backwards")
    expect(await seen(headersOf(2, "LoadComments"))).toBe(false)
    expect(await seen(headersOf(2, "ViewContent", makeLeakProbes(Buffer.alloc(32, 9))))).toBe(false)
    const comment = await ask("CreateComment", { contentId, text: "Hello" }, headersOf(2, "CreateComment"))
    expect(comment.status).toBe(401)
  })

  it("leaves no account, session or event", async () => {
    const count = async () => [
      ...(await kit.sql`select count(*)::int as n from es.event`),
      ...(await kit.sql`select count(*)::int as n from accounts.session`),
      ...(await kit.sql`select count(*)::int as n from read.account`),
    ]
    const contentId = await postOf(2)
    const before = await count()
    const names = ["ViewContent", "ViewContentWithCreator", "LoadComments"]
    for (const name of names) expect((await ask(name, { contentId }, headersOf(2, name))).status).toBe(200)
    expect(await count()).toEqual(before)
  })
})
