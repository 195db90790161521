import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LinkCards } from "#core/publishing"
import { run } from "#src/process/runtime.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { type FaultServer, startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let server: FaultServer
let sql: ReturnType<typeof postgres>
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
const requested: Array<string> = []

beforeAll(async () => {
  ;[server, db] = await Promise.all([startFaultServer(), testDatabase()])
  sql = postgres(db.url, { max: 1 })
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  mara = await kit.people.make()
  await makeCreator(db.url, mara)
  const page = (path: string, head: string) =>
    server.serve(path, (_, response) => {
      requested.push(path)
      response.writeHead(200, { "content-type": "text/html" }).end(`<html><head>${head}</head><body></body></html>`)
    })
  page(
    "/story",
    '<meta property="og:title" content="Two &lt;bridges&gt;"><meta property="og:site_name" content="Stones"><meta property="og:image" content="/one.jpg"><meta name="description" content="About stone">',
  )
})
afterAll(async () => {
  await sql.end()
  await kit.close()
  await db.drop()
  await server.close()
})

const at = (path: string): string => `${server.origin}${path}`
const shown = async (preview: string): Promise<string> => {
  const { body } = await kit.post(
    "/api/Feed/PreviewContent",
    { preview, gated: "", levelId: 1, readerLevelId: 1 },
    as(mara),
  )
  return (body as unknown as { readonly data: { readonly preview: string } }).data.preview
}
const fetchDue = () => run(LinkCards.use((cards) => cards.fetchDue))

describe("an address alone on a line", () => {
  it("becomes a card when the worker has fetched its page, once for all texts", async () => {
    const text = `Read this:\n\n${at("/story")}\n\n> ${at("/quoted")}`
    expect(await shown(text)).not.toContain("<strong>")
    expect(await fetchDue()).toBe(1)
    const html = await shown(text)
    expect(html).toContain("<strong>Two &lt;bridges&gt;</strong> <span>About stone</span>")
    expect(html).toContain("<small>Stones · ")
    expect(html).toContain(`src="${imageUrl(at("/one.jpg"), 320)?.replaceAll("&", "&amp;")}"`)
    await shown(text)
    expect(await fetchDue()).toBe(0)
    expect(requested).toEqual(["/story"])
  })

  it("stays an address if its page has no title, is not there, or is in our own network", async () => {
    const addresses = [at("/missing"), "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:5432/"]
    const text = addresses.join("\n\n")
    await shown(text)
    expect(await fetchDue()).toBe(addresses.length)
    expect(await shown(text)).not.toContain("<strong>")
    // Failures pause: nothing is asked again at once.
    expect(await fetchDue()).toBe(0)
  })

  it("is fetched again after a week, and forgotten when nobody sees it any more", async () => {
    await sql`update publishing.link_card set next_at = now() - interval '1 second' where title is not null`
    expect(await fetchDue()).toBe(1)
    await sql`update publishing.link_card set wanted_at = now() - interval '91 days'`
    await run(LinkCards.use((cards) => cards.sweep))
    expect(await sql`select 1 from publishing.link_card`).toHaveLength(0)
  })
})
