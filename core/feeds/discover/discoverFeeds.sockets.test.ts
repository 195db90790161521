import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type FaultServer, startFaultServer } from "../../fetch/testing/faultServer.ts"
import * as faults from "../../fetch/testing/faults.ts"
import { makeTestFetcher } from "../../fetch/testing/testFetcher.ts"
import { discoverFeeds } from "./discoverFeeds.ts"

const CORPORA = "../shared/corpora"
const RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>'

let server: FaultServer
let fetcher: ReturnType<typeof makeTestFetcher>

beforeAll(async () => {
  server = await startFaultServer()
  fetcher = makeTestFetcher({ allowPrivate: [server.host] })
})

afterAll(async () => {
  await fetcher.close()
  await server.close()
})

const discover = (address: string) => fetcher.run(discoverFeeds(address))
const refused = (address: string) => fetcher.run(Effect.flip(discoverFeeds(address)))
const at = (path: string): string => `${server.origin}${path}`

describe("over real sockets", () => {
  beforeEach(() => server.serve("/feed.xml", faults.page(RSS, { "content-type": "text/xml" })))

  it("finds a feed by its own address and by its page's", async () => {
    server.serve("/page", faults.page('<link rel="alternate" type="application/rss+xml" href="feed.xml">'))
    expect(await discover(at("/feed.xml"))).toMatchObject([{ url: at("/feed.xml"), title: "News", how: "itself" }])
    expect(await discover(at("/page"))).toMatchObject([{ url: at("/feed.xml"), title: "News", how: "link-tag" }])
  })

  it("tries http where no scheme is given and https does not answer", async () => {
    expect(await discover(`${server.host}/feed.xml`)).toMatchObject([{ url: at("/feed.xml") }])
  })

  it("reads a page in its own encoding, compressed, behind redirects", async () => {
    const page = Buffer.from(
      '<meta charset="windows-1251"><link rel=alternate type=application/rss+xml title="\xcd\xee\xe2\xee\xf1\xf2\xe8" href="/feed.xml"><link rel=alternate type=application/atom+xml title="\xcd\xee\xe2\xee\xf1\xf2\xe8" href="/atom.xml">',
      "latin1",
    )
    server.serve("/packed", faults.compressed("zstd", page))
    server.serve("/moved", faults.redirect(301, "/packed"))
    expect(await discover(at("/moved"))).toMatchObject([{ url: at("/feed.xml") }, { title: "Новости" }])
  })

  it("says why there is none", async () => {
    server.serve("/words", faults.page("<p>words</p>"))
    server.serve("/busy", faults.status(503, { "retry-after": "60" }))
    const elsewhere = await startFaultServer()
    elsewhere.serve("/", "<p>words</p>")
    server.serve("/trap", faults.page(`<link rel=alternate type=text/xml href="${elsewhere.origin}/">`))
    server.serve("/feed.xml", faults.status(404))
    expect(await refused(at("/words"))).toMatchObject({ _tag: "NoFeedFound" })
    expect(await refused(at("/busy"))).toMatchObject({ _tag: "HttpStatus", status: 503, retryAfterSeconds: 60 })
    expect(await refused(at("/trap"))).toMatchObject({ _tag: "NoFeedFound" })
    expect(elsewhere.seen).toEqual([])
    expect(await refused("http://localhost/")).toMatchObject({ _tag: "BadAddress", reason: "private" })
    await elsewhere.close()
  })
})

describe.skipIf(!existsSync(CORPORA))("on the feeds of public test suites (../shared/corpora)", () => {
  const folders = ["rss", "atom", "rdf"].map((format) => `feedsmith/src/feeds/${format}/references`)
  const files = (existsSync(CORPORA) ? [...folders, "podcast-namespace"] : []).flatMap((folder) =>
    readdirSync(join(CORPORA, folder))
      .filter((name) => name.endsWith(".xml"))
      .map((name) => join(folder, name)),
  )

  it.each(files)("%s is found by its address and by a page that names it", async (file) => {
    const path = `/${encodeURI(file)}`
    server.serve(path, faults.page(readFileSync(join(CORPORA, file)), { "content-type": "application/xml" }))
    server.serve(`${path}.html`, `<title>Site</title><link rel="alternate" type="application/rss+xml" href="${path}">`)
    const [itself] = await discover(at(path))
    const [linked] = await discover(at(`${path}.html`))
    expect(itself).toMatchObject({ url: at(path), how: "itself", title: expect.stringMatching(/\S/) })
    expect(linked).toMatchObject({ url: at(path), how: "link-tag", title: itself.title })
  })
})
