import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../../core/channels/testing/makeCreator.ts"
import { as } from "../../../api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../../../api/testing/apiKit.ts"
import { findLeaks } from "./findLeaks.ts"

let db: TestDatabase
let kit: ApiKit
let creator: TestPerson
let postId: string
/** What the site answers, by the path. */
let answerOf: (path: string) => string
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
  site = createServer((request, response) => response.end(answerOf(request.url ?? "")))
  site.listen(0, "127.0.0.1")
  await once(site, "listening")
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.close()
  await kit.close()
  await db.drop()
})

describe("the search for texts for subscribers", () => {
  it("finds nothing while outlets show the public part", async () => {
    answerOf = () => "<p>The harbour at dawn.</p>"
    const report = await run(findLeaks(origin, 1))
    expect(report).toMatchObject({ posts: 1, leaks: [], unanswered: [] })
    expect(report.answers).toBeGreaterThan(20)
  })

  it("names the post and the outlet that shows more, also if the words are marked up", async () => {
    answerOf = (path) => (path.endsWith("posts.atom") ? "<b>The <i>pilots</i>\nread the table from the right</b>" : "")
    expect((await run(findLeaks(origin, 2))).leaks).toEqual([{ postId, outlet: "feed.atom" }])
  })

  it.each([
    ["/sitemap.xml", "sitemap"],
    ["/feeds/library.json", "library.json"],
    ["/api/Feed/LoadLastestContent", "LoadLastestContent"],
    ["transcript.txt", "transcript.txt"],
    ["/api/Feed/ViewContentWithCreator", "ViewContentWithCreator"],
  ])("asks %s too", async (end, outlet) => {
    answerOf = (path) => (path.endsWith(end) ? "The pilots read the table from the right, always." : "")
    expect((await run(findLeaks(origin, 4))).leaks).toEqual([{ postId, outlet }])
  })

  it("says what did not answer instead of calling it clean", async () => {
    const { leaks, answers, unanswered } = await run(findLeaks("http://127.0.0.1:1", 3))
    expect([leaks, answers]).toEqual([[], 0])
    expect(unanswered.length).toBeGreaterThan(20)
  })
})
