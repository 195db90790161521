import { testDatabase } from "#testing"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { rss } from "../../../core/feeds/testing/feedsKit.ts"
import { startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import * as faults from "../../../core/fetch/testing/faults.ts"
import { startChatServer } from "../../../core/library/assist/testing/engines.ts"
import { makeApiKit } from "./apiKit.ts"
import { payloadsOf } from "./payloads.ts"

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>`
/** The caller of most calls: some require sign-in, and the others accept it. */
export const AUTHOR = "QI4711"

/** A library with one feed of sixty items and one post, on a site that can get more, for testing calls. */
export const openLibrary = async () => {
  const server = await startFaultServer()
  const at = (path: string): string => `${server.origin}${path}`
  const [db, engine] = [await testDatabase(), await startChatServer()]
  const env = { AI_URL: engine.url, AI_MODEL: "tiny" }
  const kit = await makeApiKit({ url: db.url, allowPrivate: [server.host], env })
  const pieces = Array.from({ length: 60 }, (_, index) => ({
    guid: `n${index}`,
    date: Date.UTC(2026, 0, 1) - index * 60_000,
  }))
  const types = ["image/svg+xml", "audio/mpeg", "video/mp4"]
  const media = types.map(
    (type, index) =>
      `<media:content xmlns:media="http://search.yahoo.com/mrss/" url="${at(`/media${index}`)}" type="${type}"/>`,
  )
  for (const [index, type] of types.entries())
    server.serve(`/media${index}`, (_, response) => void response.writeHead(200, { "content-type": type }).end(PICTURE))
  const more = "<language>ja</language><image><url>https://blog.example/icon.png</url></image></channel>"
  const words = rss("The blog", pieces)
    .replace("</channel>", more)
    .replace("</item>", `${media.join("")}</item>`)
  server.serve("/blog.xml", faults.page(words))
  server.serve("/blog", '<link rel="alternate" type="application/rss+xml" title="Blog" href="/blog.xml">')

  const { status, body } = await kit.post("/api/Feed/CreateLocalFeed", { url: at("/blog") })
  if (status !== 200) throw new Error(`the feed was not added: ${body.message}`)
  const feed = body.data["feed"] as { readonly feedId: string; readonly code: string; readonly url: string }
  const preview = await kit.post("/api/Feed/PreviewFeed", { feedId: feed.feedId })
  const itemId = (preview.body.data["items"] as ReadonlyArray<{ id: string }>)[0]?.id ?? ""
  const creator = await kit.people.make()
  await makeCreator(db.url, creator)
  const long = { title: "Long", content: "<p>Long</p>" }
  const uploaded = await kit.post("/api/Feed/UploadLongNews", long, { token: creator.token })
  const longNewsId = (uploaded.body.data["news"] as { id: string }).id

  return {
    ...{ server, kit, feed, itemId, at, url: db.url },
    /** The payload for each POST call. */
    payloads: payloadsOf({ feed, itemId, longNewsId, author: AUTHOR, at }),
    close: async () => {
      await kit.close()
      await db.drop()
      await server.close()
      await engine.close()
    },
  }
}

export type OpenLibrary = Awaited<ReturnType<typeof openLibrary>>
