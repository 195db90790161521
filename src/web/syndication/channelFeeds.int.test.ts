import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { parseFeed } from "feedsmith"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Uploads } from "#core/media"
import { Posts } from "#core/publishing"
import { findOwnMedia } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { examineUploads } from "../../worker/media/examineUploads.ts"
import { answerChannelFeed } from "./channelFeeds.ts"

const MP3 = readFileSync(new URL("../../../scripts/demo/media/unhurried-ear.mp3", import.meta.url))
const ORIGIN = "https://quire.test"
const SECRET = "pilots-secret"
const home = mkdtempSync(join(tmpdir(), "quire-podcast-"))
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let channel: { readonly channelId: number; readonly channelCode: string }
let postId: string
let mediaId: string
let gatedId: string

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home } })
  mara = await kit.people.make({ displayName: "Mara Lind" })
  channel = await makeCreator(db.url, mara, { subject: "Harbour & Tides" })
  ;[mediaId, gatedId] = [await store(), await store()]
  const notes = [
    `![Episode](media:${mediaId})`,
    "0:00 Intro\n1:30 The **pilots**\n2:00 Ebb",
    "## Transcript\n\nMara: Hello.",
  ].join("\n\n")
  postId = await publish({ title: "Dawn <1>", preview: notes, tags: ["Ports"] })
  const gated = `${SECRET} ![Secret](media:${gatedId})`
  await publish({ title: "For subscribers", preview: "A taste.", gated, levelId: 2 })
  const draft = Posts.use((posts) =>
    posts.create(mara.personId, channel.channelId, { version: { title: SECRET, preview: SECRET } }),
  )
  await run(Effect.orDie(draft))
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  rmSync(home, { recursive: true })
})

const store = async (): Promise<string> => {
  const begin = Uploads.use((uploads) => uploads.begin(mara.personId, { name: `${SECRET}.mp3`, bytes: MP3.length }))
  const id = await run(Effect.orDie(begin))
  async function* whole() {
    yield MP3
  }
  await (await run(Uploads)).append(id, 0, whole())
  await run(examineUploads)
  while ((await run(findOwnMedia(mara.personId, [id]))).length === 0) await new Promise(setImmediate)
  return id
}
const publish = async (version: object): Promise<string> => {
  const create = Posts.use((posts) =>
    posts.create(mara.personId, channel.channelId, { version, action: { kind: "publish" } }),
  )
  const saved = await run(Effect.orDie(create))
  await run(waitFor("posts", saved.position))
  return saved.postId
}
const get = (name: string, headers: Record<string, string> = {}, code = channel.channelCode) =>
  run(answerChannelFeed({ code, name, headers: new Headers(headers), origin: ORIGIN }))

it("a channel has a podcast with the public episodes, their chapters and transcripts", async () => {
  const response = await get("podcast.rss")
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8")
  const text = await response.text()
  const { format, feed } = parseFeed(text)
  if (format !== "rss") throw new Error(`it is ${format}`)
  expect(feed).toMatchObject({
    title: "Harbour & Tides",
    language: "en",
    itunes: { author: "Mara Lind", explicit: false },
    podcast: { guid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/) },
  })
  expect(feed.items).toHaveLength(1)
  expect(feed.items?.[0]).toMatchObject({
    title: "Dawn <1>",
    guid: { value: `urn:uuid:${postId}`, isPermaLink: false },
    enclosures: [{ url: `${ORIGIN}/media/${mediaId}/audio.mp3`, type: "audio/mpeg", length: MP3.length }],
    podcast: {
      chapters: {
        url: `${ORIGIN}/feeds/channel/${channel.channelCode}/${postId}.chapters.json`,
        type: "application/json+chapters",
      },
      transcripts: [{ type: "text/plain" }],
    },
  })
  expect(feed.items?.[0]?.itunes?.duration).toBeGreaterThan(1)
  const chapters = await get(`${postId}.chapters.json`)
  expect(await chapters.json()).toEqual({
    version: "1.2.0",
    chapters: [
      { startTime: 0, title: "Intro" },
      { startTime: 90, title: "The pilots" },
      { startTime: 120, title: "Ebb" },
    ],
  })
  expect(await (await get(`${postId}.transcript.txt`)).text()).toBe("Mara: Hello.\n")
})

it.each(["rss", "atom", "json"] as const)(
  "the posts of a channel are a feed as %s, with their public parts alone",
  async (format) => {
    const response = await get(`posts.${format}`)
    const text = await response.text()
    expect(parseFeed(text).format).toBe(format)
    for (const words of ["Dawn", "For subscribers", "A taste.", `/media/${mediaId}/audio.mp3`])
      expect(text).toContain(words)
    for (const words of [SECRET, gatedId]) expect(text).not.toContain(words)
    const etag = response.headers.get("etag") ?? ""
    expect((await get(`posts.${format}`, { "if-none-match": etag })).status).toBe(304)
  },
)

it("nothing gated is in the podcast", async () => {
  const text = await (await get("podcast.rss")).text()
  for (const words of [SECRET, gatedId]) expect(text).not.toContain(words)
})

it.each(["podcast.atom", "posts.html", "none.chapters.json", "01890000-0000-7000-8000-000000000009.chapters.json", ""])(
  "%s is no feed",
  async (name) => expect((await get(name)).status).toBe(404),
)

it("an unknown channel has no feed", async () => expect((await get("posts.rss", {}, "QC0000000")).status).toBe(404))
