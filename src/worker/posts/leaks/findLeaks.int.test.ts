import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeLeakProbes, PROBE_HEADER, type ProbeLevel } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { TEST_MASTER_KEY, type TestPerson } from "../../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../../core/channels/testing/makeCreator.ts"
import { as } from "../../../api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../../../api/testing/apiKit.ts"
import { findLeaks } from "./findLeaks.ts"

let db: TestDatabase
let kit: ApiKit
let creator: TestPerson
let postId: string
/** What the site answers, by the path and by the level of a signed-in reader; null for guests. */
let answerOf: (path: string, level: ProbeLevel | null) => string
/** Whether the site knows readers of the search. */
let knowsProbes = true
const probes = makeLeakProbes(Buffer.from(TEST_MASTER_KEY, "hex"))
let site: Server
let origin: string

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  creator = await kit.people.make()
  await makeCreator(db.url, creator)
  const post = { title: "Tides", preview: "The harbour at dawn.", contentStatusId: 3, levelId: 3 }
  const gated = "The *pilots* read the table from the right, always."
  const answer = await kit.post("/api/Feed/createContent", { ...post, gated }, as(creator))
  postId = (answer.body.data as unknown as { content: { id: string } }).content.id
  const [{ position } = { position: 0 }] =
    await kit.sql`select coalesce(max(position), 0)::int as position from es.event`
  await run(waitFor("posts", position, 20_000))
  site = createServer(({ method = "", url = "", headers }, response) => {
    const token = headers[PROBE_HEADER]
    const level = typeof token === "string" ? probes.read(token, { method, target: url }, Date.now()) : null
    if (level !== null && knowsProbes) response.setHeader(PROBE_HEADER, String(level))
    response.end(answerOf(url, level))
  })
  site.listen(0, "127.0.0.1")
  await once(site, "listening")
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.close()
  await kit.close()
  await db.drop()
})

const GATED = "The pilots read the table from the right, always."

describe("the search for texts for subscribers", () => {
  it("finds nothing while outlets show the public part", async () => {
    answerOf = () => "<p>The harbour at dawn.</p>"
    const report = await run(findLeaks(origin, 1))
    expect(report).toMatchObject({ posts: 1, leaks: [], unanswered: [] })
    expect(report.answers).toBeGreaterThan(45)
  })

  it("names the post and the outlet that shows more, also if the words are marked up", async () => {
    answerOf = (path) => (path.endsWith("posts.atom") ? "<b>The <i>pilots</i>\nread the table from the right</b>" : "")
    expect((await run(findLeaks(origin, 2))).leaks).toEqual([{ postId, outlet: "feed.atom", viewer: "guest" }])
  })

  it.each([
    ["/sitemap.xml", "sitemap"],
    ["/feeds/library.json", "library.json"],
    ["/api/Feed/LoadLastestContent", "LoadLastestContent"],
    ["transcript.txt", "transcript.txt"],
    ["/api/Feed/ViewContentWithCreator", "ViewContentWithCreator"],
  ])("asks %s too", async (end, outlet) => {
    answerOf = (path, level) => (path.endsWith(end) && level === null ? GATED : "")
    expect((await run(findLeaks(origin, 4))).leaks).toEqual([{ postId, outlet, viewer: "guest" }])
  })

  it.each([
    ["a guest", null, "guest"],
    ["a member without a subscription", 0, "member"],
    ["a subscriber of the level below", 2, "subscriber"],
  ] as const)("finds what %s alone can read, on pages, in lists and in calls", async (_, level, viewer) => {
    answerOf = (path, seen) =>
      seen === level && (path.startsWith("/c/") || path === "/" || path === "/api/Feed/LoadComments") ? GATED : ""
    const { leaks, unanswered } = await run(findLeaks(origin, 5))
    expect(leaks).toEqual([
      { postId, outlet: "page", viewer },
      { postId, outlet: "LoadComments", viewer },
      { postId, outlet: "home", viewer },
    ])
    expect(unanswered).toEqual([])
  })

  it("does not look as a subscriber at what subscribers may read", async () => {
    const change = { contentId: postId, levelId: 2 }
    const changed = await kit.post("/api/Feed/UpdateContent", change, as(creator))
    expect(changed.status).toBe(200)
    answerOf = (_, level) => (level === 2 ? GATED : "")
    expect(await run(findLeaks(origin, 6))).toMatchObject({ posts: 1, leaks: [], unanswered: [] })
    await kit.post("/api/Feed/UpdateContent", { ...change, levelId: 3 }, as(creator))
  })

  it("does not call clean what was answered as for a guest", async () => {
    answerOf = () => ""
    knowsProbes = false
    const { leaks, unanswered } = await run(findLeaks(origin, 7))
    knowsProbes = true
    expect(leaks).toEqual([])
    expect(new Set(unanswered.map(({ viewer }) => viewer))).toEqual(new Set(["member", "subscriber"]))
    expect(unanswered).toContainEqual({ outlet: "page", viewer: "member", reason: "answered as for a guest" })
  })

  it("says what did not answer instead of calling it clean", async () => {
    const { leaks, answers, unanswered } = await run(findLeaks("http://127.0.0.1:1", 3))
    expect([leaks, answers]).toEqual([[], 0])
    expect(unanswered.length).toBeGreaterThan(20)
  })
})
