import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeTestHome } from "#testing"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import { type OpsKit, spawnOps, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

let publisher: FaultServer
let kit: OpsKit
let home: string
beforeAll(async () => {
  publisher = await startFaultServer()
  home = makeTestHome()
  kit = await startOpsKit({ ALLOW_PRIVATE_FETCH: publisher.host })
  for (const name of ["one", "two"]) {
    publisher.serve(`/${name}.xml`, rss(name, 2))
    publisher.serve(`/${name}/`, page(name))
  }
})
afterAll(async () => {
  await kit.stop()
  await publisher.close()
  rmSync(home, { recursive: true, force: true })
})

const rss = (name: string, count: number): string => {
  const items = Array.from(
    { length: count },
    (_, n) => `<item><guid>${name}-${n}</guid><title>Item ${n}</title></item>`,
  )
  return `<rss version="2.0"><channel><title>Feed ${name}</title>${items.join("")}</channel></rss>`
}
const page = (name: string): ((_: unknown, response: import("node:http").ServerResponse) => void) => {
  const html = `<!doctype html><title>${name}</title><link rel="alternate" type="application/rss+xml" href="/${name}.xml">`
  return (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(html)
}
type Listed = {
  readonly feeds: ReadonlyArray<{ readonly feed_id: string; readonly url: string; readonly item_count: number }>
}
const listed = async (): Promise<Listed["feeds"]> =>
  ((await kit.ops("feeds", "list", "--json")).json() as unknown as Listed).feeds

describe("feeds", () => {
  it("are previewed first, then added with their items without a running worker", MANY_COMMANDS, async () => {
    const planned = await kit.ops("feeds", "add", `${publisher.origin}/one/`)
    expect([planned.code, planned.out]).toEqual([3, expect.stringContaining(`add ${publisher.origin}/one.xml`)])
    expect(await listed()).toEqual([])
    const { code, json } = await kit.ops("feeds", "add", `${publisher.origin}/one/`, "--yes", "--json")
    expect(code).toBe(0)
    expect(json()).toMatchObject({ done: true, result: { url: `${publisher.origin}/one.xml` } })
    expect(await listed()).toMatchObject([{ url: `${publisher.origin}/one.xml`, item_count: 2 }])
    expect((await kit.ops("feeds", "add", `${publisher.origin}/one.xml`, "--yes", "--json")).json()).toEqual({
      plan: [],
      done: false,
    })
  })

  it("are refused in one sentence if an address leads to no feed", async () => {
    const { code, json } = await kit.ops("feeds", "add", `${publisher.origin}/nothing`, "--yes", "--json")
    expect(code).toBe(1)
    expect(json()).toEqual({ error: expect.stringMatching(/^\w.*\.$/) })
  })

  it("are fetched again by id and when they are due", MANY_COMMANDS, async () => {
    const [{ feed_id: feedId } = { feed_id: "" }] = await listed()
    publisher.serve("/one.xml", rss("one", 3))
    const refreshed = await kit.ops("feeds", "refresh", feedId, "--yes", "--json")
    expect([refreshed.code, refreshed.json()]).toEqual([0, expect.objectContaining({ done: true })])
    expect(await listed()).toMatchObject([{ item_count: 3 }])

    expect((await kit.ops("feeds", "refresh", "--due", "--yes")).out).toBe("Nothing to do.\n")
    publisher.serve("/one.xml", rss("one", 4))
    await kit.sql`update feeds.poll set next_check_at = now() - interval '1 second'`
    expect((await kit.ops("feeds", "refresh", "--due", "--yes", "--json")).json()).toMatchObject({
      result: { fetched: 1 },
    })
    expect(await listed()).toMatchObject([{ item_count: 4 }])
  })

  it("are exported as OPML and imported into an empty library", MANY_COMMANDS, async () => {
    expect((await kit.ops("feeds", "add", `${publisher.origin}/two.xml`, "--yes")).code).toBe(0)
    const file = join(home, "feeds.opml")
    expect((await kit.ops("feeds", "export", file, "--json")).json()).toEqual({ feeds: 2, file })
    expect((await kit.ops("feeds", "export")).out).toContain(`xmlUrl="${publisher.origin}/two.xml"`)

    const other = await startOpsKit({ ALLOW_PRIVATE_FETCH: publisher.host })
    try {
      expect((await other.ops("feeds", "import", file)).code).toBe(3)
      const before = publisher.seen.length
      expect((await other.ops("feeds", "import", file, "--yes", "--json")).json()).toMatchObject({
        result: { feeds: 2, added: 2, failed: [] },
      })
      expect(publisher.seen).toHaveLength(before)
      expect((await other.ops("feeds", "import", file, "--wait", "--yes", "--json")).json()).toMatchObject({
        result: { feeds: 2, added: 0, failed: [] },
      })
      expect((await other.ops("feeds", "list", "--json")).json()).toMatchObject({
        feeds: [
          { title: "Feed one", item_count: 4 },
          { title: "Feed two", item_count: 2 },
        ],
      })
    } finally {
      await other.stop()
    }
  })

  it("that fail are named, and the others are imported", MANY_COMMANDS, async () => {
    const file = join(home, "some.opml")
    writeFileSync(file, readFileSync(join(home, "feeds.opml"), "utf8").replace("/two.xml", "/gone.xml"))
    const { code, json } = await kit.ops("feeds", "import", file, "--wait", "--yes", "--json")
    expect(code).toBe(1)
    expect(json()).toMatchObject({ result: { feeds: 2, added: 1, failed: [{ url: `${publisher.origin}/gone.xml` }] } })
    const health = await kit.ops("feeds", "health", "--json")
    expect(health.json()).toMatchObject({
      total: 3,
      failing: 1,
      kinds: [{ feeds: 1, sentence: expect.stringContaining("We found nothing at this address.") }],
      feeds: [
        {
          url: `${publisher.origin}/gone.xml`,
          succeededMs: null,
          failures: 1,
          failure: { reason: "fetch.httpStatus.missing", status: 404, advice: expect.stringContaining("new address") },
        },
      ],
    })
    const { err } = await spawnOps(kit.env, ["feeds", "import", join(home, "missing.opml")]).ended
    expect(err).toContain("cannot be read")
  })
})
