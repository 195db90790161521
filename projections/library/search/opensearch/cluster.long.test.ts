import { Effect, Exit } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { feedIdOf, itemIdOf } from "#core/feeds"
import { beginRestoredEra, confirmEra } from "#core/kernel"
import { type LibraryKit, makeLibraryKit, NOW_MS } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { type SearchQuery, search, searchBySource } from "../../index.ts"
import { relevanceCases } from "../relevance/index.ts"
import { storeJudged } from "../testing/storeJudged.ts"
import { Cluster, ClusterRefusal, ClusterTrouble } from "./Cluster.ts"
import { ClusterSearchIndex } from "./ClusterSearchIndex.ts"
import { compareCopy } from "./compareCopy.ts"
import { listCopies, serve } from "./copies.ts"
import { fillCopy } from "./fillCopy.ts"
import { followLog } from "./followLog.ts"
import { indexOf } from "./indexOf.ts"
import type { Stored } from "./testing/Documents.ts"
import { openCluster, type TestCluster } from "./testing/openCluster.ts"

const AUTH = "quire:open-sesame"
const BUSY = {
  status: 429,
  headers: { "retry-after": "0" },
  body: { error: { type: "too_busy", reason: "as requested" } },
}
const HOUR_MS = 3_600_000
const BEHIND = { sort_at: 1, position: 1_000_000 }

let db: TestDatabase
let kit: LibraryKit
let server: TestCluster
let cluster: Cluster
let copy: string
let names: ReadonlyMap<string, string>

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  names = await storeJudged(kit)
  await kit.notify(
    "https://tube.example/feed",
    [
      {
        name: "film",
        atMs: NOW_MS,
        title: "Ferries on film",
        summary: "A day on the quay #Harbour",
        html: '<p>See www.docs.quay.example/x, and the third deck of the "Morning Star".</p>',
      },
    ],
    { about: { source: "YouTube", language: "en" } },
  )
  await kit.settle()
  server = await openCluster(AUTH)
  cluster = new Cluster({ url: `${server.url}/`, auth: AUTH })
  copy = await fillCopy(kit.sql, cluster, { prefix: "quire", shards: 2 })
})
afterAll(async () => {
  await cluster.close()
  await server.close()
  await kit.close()
  await db.drop()
})
beforeEach(() => {
  server.wishes.busy = []
  server.wishes.refuseItem = () => null
  server.wishes.itemsMax = 1_000
})

const followAll = async () => {
  await kit.settle()
  while ((await followLog(kit.sql, cluster)).moved);
}
const inPostgres = (query: SearchQuery) => kit.run(search(query))
const inCluster = (query: SearchQuery) =>
  kit.run(search(query).pipe(Effect.provide(ClusterSearchIndex({ url: server.url, auth: AUTH }))))
const ids = ({ items }: Awaited<ReturnType<typeof inPostgres>>) =>
  items.map(({ itemId }) => names.get(itemId) ?? itemId)

describe("a copy in a cluster", () => {
  it("is created with exactly the fields that our terms need", () => {
    const { made, settings, documents } = server.indexes.get(copy) ?? {}
    expect(copy).toBe("quire-items-1")
    expect(made).toMatchObject({
      settings: { index: { number_of_shards: 2, refresh_interval: "-1" } },
      mappings: { dynamic: "strict", properties: { title: { type: "text" }, labels: { type: "keyword" } } },
    })
    expect(settings).toEqual({ index: { refresh_interval: "1s" } })
    expect(documents?.size).toBe(names.size + 1)
  })

  it("has the same counts as the database, by language and source", async () => {
    const compared = await compareCopy(kit.sql, cluster, copy)
    expect(compared).toMatchObject({ equal: true, rejected: 0 })
    expect(compared?.parts[0]).toEqual({ part: "all", database: names.size + 1, copy: names.size + 1 })
    expect(compared?.parts.map(({ part }) => part)).toEqual(
      expect.arrayContaining(["language ja", "source RSS", "source YouTube"]),
    )
    server.indexes.get(copy)?.documents.delete([...names.keys()][0] ?? "")
    expect(await compareCopy(kit.sql, cluster, copy)).toMatchObject({ equal: false })
    await kit.sql`update es.search_copy set position = 0`
    await followAll()
    expect(await compareCopy(kit.sql, cluster, copy)).toMatchObject({ equal: true })
    expect(await compareCopy(kit.sql, cluster, "nowhere")).toBeNull()
  })
})

describe("a new era of the log", () => {
  it("removes from a copy what lost events have added, and restores what they have removed", async () => {
    await confirmEra(kit.sql, null)
    await followAll()
    const documents = server.indexes.get(copy)?.documents as Map<string, Stored>
    const before = new Map(documents)
    const [first, second] = [...before] as [[string, Stored], [string, Stored]]
    // As events did that the log has lost: one item more, one less, one with another text.
    documents.set("lost", { ...first[1], keywords: { ...first[1].keywords, item: ["lost"] }, numbers: BEHIND })
    documents.set(first[0], { ...first[1], texts: { title: ["other"] }, numbers: { ...first[1].numbers, ...BEHIND } })
    documents.delete(second[0])
    await followAll()
    expect(documents.has("lost")).toBe(true)
    await beginRestoredEra(kit.sql)
    await followAll()
    expect(new Map([...documents].sort())).toEqual(new Map([...before].sort()))
  })
})

describe("searches", () => {
  beforeAll(() => serve(kit.sql, copy))
  afterAll(() => serve(kit.sql, null))

  it.each(relevanceCases)("in $language find the same in the cluster, newest first", async ({ searches }) => {
    for (const [query] of searches) expect(ids(await inCluster({ query }))).toEqual(ids(await inPostgres({ query })))
  })

  it("return the same best matches as the database, also with filters", async () => {
    for (const query of ["night ferry", "flood", "Miete", "båt", "running"]) {
      const [expected, found] = [await inPostgres({ query, sort: "best" }), await inCluster({ query, sort: "best" })]
      expect(ids(found)[0]).toBe(ids(expected)[0])
      expect(ids(found).toSorted()).toEqual(ids(expected).toSorted())
    }
    const narrowed: ReadonlyArray<SearchQuery> = [
      { query: "ferries", sources: ["YouTube"] },
      { query: "tag:health -measles" },
      { query: "night", languages: ["en"], time: { fromMs: NOW_MS - 5 * HOUR_MS, beforeMs: NOW_MS } },
      { query: "", tag: "Salud" },
      { query: "opera", feedIds: [feedIdOf("https://en.example/feed")] },
      { query: "quay.example" },
      { query: "#harbour" },
      { query: '"third deck of the Morning"' },
      { query: "site:pages.example comet" },
      { query: "-ferry lang:en" },
    ]
    for (const query of narrowed) {
      const [expected, found] = [await inPostgres(query), await inCluster(query)]
      expect(found.items.length).toBeGreaterThan(0)
      expect(found).toEqual(expected)
    }
    const counted = Effect.map(searchBySource({ query: "ferries" }), ({ sources }) => sources)
    const index = ClusterSearchIndex({ url: server.url, auth: AUTH })
    expect(await kit.run(counted.pipe(Effect.provide(index)))).toEqual(await kit.run(counted))
  })

  it.each(["newest", "best"] as const)("page by %s without gaps or repeats while items arrive", async (sort) => {
    const word = `quokka${sort}`
    const published = Array.from({ length: 25 }, (_, n) => ({
      name: `q${n}`,
      atMs: NOW_MS - n * HOUR_MS,
      words: `${word} ${n % 4}`,
    }))
    await kit.notify(`https://${word}.example/feed`, published)
    await followAll()
    const whole = (await inCluster({ query: word, sort, pageSize: 50 })).items.map(({ itemId }) => itemId)
    expect(whole).toHaveLength(25)
    const seen: Array<string> = []
    for (let cursor: string | undefined, turn = 0; turn === 0 || cursor !== undefined; turn += 1) {
      const page = await inCluster({ query: word, sort, pageSize: 10, cursor })
      expect(page.found).toEqual({ count: 25, isMore: false })
      seen.push(...page.items.map(({ itemId }) => itemId))
      cursor = page.next ?? undefined
      await kit.notify(`https://${word}-${turn}.example/feed`, [{ name: "late", atMs: NOW_MS, words: word }])
      await followAll()
    }
    expect(seen).toEqual(whole)
  })

  it("report that the cluster cannot answer, and use the database again after an operator switches", async () => {
    server.wishes.busy = Array.from({ length: 4 }, () => ({ status: 503, body: {} }))
    const exit = await kit.run(
      Effect.exit(
        search({ query: "ferries" }).pipe(Effect.provide(ClusterSearchIndex({ url: server.url, auth: AUTH }))),
      ),
    )
    expect(Exit.isFailure(exit) && JSON.stringify(exit)).toContain("SearchUnavailable")
    const wrong = await kit.run(
      Effect.exit(
        search({ query: "ferries" }).pipe(Effect.provide(ClusterSearchIndex({ url: server.url, auth: "a:b" }))),
      ),
    )
    expect(Exit.isFailure(wrong) && JSON.stringify(wrong)).toContain("401")
    await serve(kit.sql, null)
    const requested = server.seen.length
    expect((await inCluster({ query: "ferries" })).items.length).toBeGreaterThan(0)
    expect(server.seen).toHaveLength(requested)
    await serve(kit.sql, copy)
  })
})

describe("the follower", () => {
  const feed = "https://wombat.example/feed"
  const documents = () => server.indexes.get(copy)?.documents ?? new Map()
  const itemId = (name: string) => itemIdOf(feedIdOf(feed), `guid:${name}`)
  const notify = (name: string, words: string) => kit.notify(feed, [{ name, atMs: NOW_MS, words }])
  const state = async () => (await listCopies(kit.sql)).find(({ name }) => name === copy)

  it("sends new items, edits, and all items of a feed whose source has changed", async () => {
    await notify("a", "wombat one")
    await followAll()
    expect(documents().get(itemId("a"))).toMatchObject({ keywords: { source: ["RSS"] } })
    await kit.notify(feed, [{ name: "a", atMs: NOW_MS, words: "wombat edited" }])
    await followAll()
    expect(documents().get(itemId("a"))?.texts["title"]).toContain("edit/en")
    await kit.notify(feed, [{ name: "b", atMs: NOW_MS, words: "wombat two" }], { about: { source: "Podcast" } })
    await followAll()
    for (const name of ["a", "b"])
      expect(documents().get(itemId(name))).toMatchObject({ keywords: { source: ["Podcast"] } })
    expect(await compareCopy(kit.sql, cluster, copy)).toMatchObject({ equal: true })
  })

  it("waits while the cluster fails, records the reason, and continues when it is back", async () => {
    await notify("c", "wombat three")
    await kit.settle()
    const before = await state()
    server.wishes.busy = Array.from({ length: 4 }, () => ({
      status: 503,
      body: { error: { type: "down", reason: "as requested" } },
    }))
    expect(await followLog(kit.sql, cluster)).toEqual({ moved: false, failed: true })
    expect(await state()).toMatchObject({
      position: before?.position,
      attempts: 1,
      reason: "status 503: down: as requested",
    })
    await followAll()
    expect(await state()).toMatchObject({ attempts: 0, reason: null })
    expect(documents().has(itemId("c"))).toBe(true)
  })

  it("retries whole requests and single items as long as the cluster is too busy", async () => {
    await notify("d", "wombat four")
    server.wishes.busy = [BUSY, BUSY]
    let refusals = 2
    server.wishes.refuseItem = (id) => (id === itemId("d") && refusals-- > 0 ? { status: 429, type: "too_busy" } : null)
    await followAll()
    expect(documents().has(itemId("d"))).toBe(true)
    expect(refusals).toBeLessThan(0)
  })

  it("continues without an item that the cluster rejects permanently, and keeps a record until it is accepted", async () => {
    server.wishes.refuseItem = (id) => (id === itemId("e") ? { status: 400, type: "mapper_parsing_exception" } : null)
    await kit.notify(
      feed,
      ["e", "f"].map((name) => ({ name, atMs: NOW_MS, words: `wombat ${name}` })),
    )
    await followAll()
    expect([documents().has(itemId("e")), documents().has(itemId("f"))]).toEqual([false, true])
    expect(await kit.sql`select item_id, reason from es.search_rejected`).toEqual([
      { item_id: itemId("e"), reason: "mapper_parsing_exception: as requested" },
    ])
    expect(await compareCopy(kit.sql, cluster, copy)).toMatchObject({ equal: false, rejected: 1 })
    server.wishes.refuseItem = () => null
    await kit.notify(feed, [{ name: "e", atMs: NOW_MS, words: "wombat e, edited" }])
    await followAll()
    expect(await kit.sql`select 1 from es.search_rejected`).toEqual([])
  })

  it("splits requests that are too large", async () => {
    server.wishes.itemsMax = 3
    await kit.notify(
      feed,
      Array.from({ length: 10 }, (_, n) => ({ name: `g${n}`, atMs: NOW_MS, words: `wombat g${n}` })),
    )
    await followAll()
    expect(await compareCopy(kit.sql, cluster, copy)).toMatchObject({ equal: true })
  })

  it("deletes items from the copy that are no longer in the library", async () => {
    await kit.sql`delete from ${kit.sql("rm_search_1")}.search_item where item_id = ${itemId("f")}`
    await kit.sql`update es.search_copy set position = 0`
    await followAll()
    expect(documents().has(itemId("f"))).toBe(false)
  })

  it("keeps its position if an index is missing, and does not create another one", async () => {
    await kit.sql`insert into es.search_copy (name, status, position) values ('quire-items-9', 'following', 0)`
    expect((await followLog(kit.sql, cluster)).failed).toBe(true)
    expect(server.indexes.has("quire-items-9")).toBe(false)
    await kit.sql`delete from es.search_copy where name = 'quire-items-9'`
  })
})

describe("a backfill", () => {
  it("continues after being killed, and reports its progress", async () => {
    server.wishes.busy = []
    const down = { status: 503, body: {} }
    const options = { prefix: "quire", shards: 1 }
    // The index is checked and created, and then the cluster goes down.
    const pass = [
      { status: 404, body: {} },
      { status: 200, body: {} },
    ]
    server.wishes.busy = [...pass, down, down, down, down]
    await expect(fillCopy(kit.sql, cluster, options)).rejects.toBeInstanceOf(ClusterTrouble)
    expect((await listCopies(kit.sql)).at(-1)).toMatchObject({ name: "quire-items-2", status: "filling", filledTo: "" })
    await cluster.request("PUT", "/quire-items-2", indexOf("quire-items-2", options))
    const progress: Array<readonly [number, number]> = []
    const onProgress = (sent: number, total: number) => progress.push([sent, total])
    expect(await fillCopy(kit.sql, cluster, { ...options, onProgress })).toBe("quire-items-2")
    expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1])
    expect(await compareCopy(kit.sql, cluster, "quire-items-2")).toMatchObject({ equal: true })
  })

  it("does not accept the HTML page of a proxy as a response", async () => {
    server.wishes.busy = [{ status: 200, body: { html: "<h1>Welcome</h1>" } }]
    await expect(compareCopy(kit.sql, cluster, copy).then(() => followLog(kit.sql, cluster))).resolves.toBeDefined()
    server.wishes.busy = [{ status: 403, body: { error: { type: "security_exception", reason: "no" } } }]
    await expect(cluster.request("POST", `/${copy}/_refresh`)).rejects.toThrow(
      new ClusterRefusal(403, "security_exception: no"),
    )
  })
})
