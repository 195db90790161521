import { afterAll, beforeAll, expect, it } from "vitest"
import { openCluster, type TestCluster } from "../../projections/library/search/opensearch/testing/openCluster.ts"
import { appendRaw, type OpsKit, startOpsKit } from "./testing/opsKit.ts"

const FEED = "0a1b2c3d4e5f6g7h8j9k"
const AT = "2026-11-20T08:30:00.000Z"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

let cluster: TestCluster
let kit: OpsKit
beforeAll(async () => {
  cluster = await openCluster("quire:open-sesame")
  kit = await startOpsKit({ SEARCH_URL: cluster.url, SEARCH_AUTH: "quire:open-sesame", SEARCH_PREFIX: "paper" })
  await appendRaw(kit.sql, `feed-${FEED}`, "feeds.FeedAdded.v1", {
    _tag: "feeds.FeedAdded.v1",
    feedId: FEED,
    url: "https://ferry.example/feed",
    source: "RSS",
    addedAt: AT,
  })
  await appendRaw(kit.sql, `feed-${FEED}`, "feeds.FeedFetched.v1", {
    _tag: "feeds.FeedFetched.v1",
    feedId: FEED,
    fetchedAt: AT,
    facts: null,
    items: ["a", "b", "c"].map(item),
    problems: null,
  })
  // A command that runs the projections, as a worker would.
  await kit.ops("projections", "rebuild", "--all", "--yes")
  await kit.ops("projections", "switch", "--all", "--yes")
})
afterAll(async () => {
  await kit.stop()
  await cluster.close()
})

const item = (letter: string) => ({
  itemId: letter.repeat(20),
  keys: [],
  fingerprint: letter,
  isNew: true,
  link: null,
  ownPage: false,
  title: `Ferry ${letter}`,
  summary: null,
  contentHtml: null,
  author: null,
  publishedAt: AT,
  updatedAt: null,
  sortAt: AT,
  imageUrl: null,
  videoUrl: null,
  tags: [],
  language: "en",
  enclosures: [],
  durationSeconds: null,
  transcriptUrl: null,
  chaptersUrl: null,
})

it("moves search to a cluster and back: backfill, verify, switch, switch postgres, drop", MANY_COMMANDS, async () => {
  const planned = await kit.ops("search", "backfill", "--json")
  expect(planned.code).toBe(3)
  expect(planned.json().plan).toEqual([`copy 3 items into a new index of ${cluster.url}`])
  expect(cluster.indexes.size).toBe(0)

  const filled = await kit.ops("search", "backfill", "--shards", "2", "--yes", "--json")
  expect({ code: filled.code, err: filled.err }).toMatchObject({ code: 0 })
  expect(filled.json()).toMatchObject({ done: true, result: { copy: "paper-items-1", items: 3 } })

  const verified = await kit.ops("search", "verify")
  expect(verified.out).toMatch(/paper-items-1 at position \d+ is equal; 0 items rejected/)
  expect(verified.out).toMatch(/source RSS +3 +3 +yes/)

  expect((await kit.ops("search", "switch", "--yes", "--json")).json()).toMatchObject({
    result: { from: "postgres", to: "paper-items-1" },
  })
  const dropped = await kit.ops("search", "drop", "paper-items-1", "--yes", "--json")
  expect(dropped.code).toBe(1)
  expect(dropped.json()).toEqual({ error: "paper-items-1 answers searches. Switch to another one first." })
  expect((await kit.ops("search", "status", "--json")).json()).toMatchObject({
    serving: "paper-items-1",
    cluster: { url: cluster.url, version: "opensearch 2.19.1" },
    copies: [{ name: "paper-items-1", status: "following", behind: 0, items: 3, rejected: 0 }],
  })

  expect((await kit.ops("search", "switch", "postgres", "--yes")).out).toContain("postgres answers searches")
  cluster.indexes.get("paper-items-1")?.documents.delete("a".repeat(20))
  const different = await kit.ops("search", "verify", "--json")
  expect(different.code).toBe(3)
  expect(different.json()).toMatchObject({ equal: false })
  const refused = await kit.ops("search", "switch", "--yes")
  expect(refused.code).toBe(1)
  expect(refused.err).toContain("paper-items-1 differs from the database")
  expect((await kit.ops("search", "drop", "paper-items-1", "--yes")).code).toBe(0)
  expect(cluster.indexes.size).toBe(0)
})

it("names what is missing in one line", async () => {
  const none = await kit.ops("search", "verify", "--json")
  expect(none.json()).toEqual({ error: "There is no complete copy: run search backfill first." })
  cluster.wishes.busy = [{ status: 401, body: { error: "Unauthorized" } }]
  const refused = await kit.ops("search", "backfill", "--yes")
  expect(refused).toMatchObject({ code: 1, out: expect.any(String) })
  expect(refused.err).toContain(`The search cluster at ${cluster.url} failed: status 401: "Unauthorized"\n`)
})
