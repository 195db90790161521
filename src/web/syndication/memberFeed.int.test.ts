import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { Uploads } from "#core/media"
import { FEED_NETWORKS_A_DAY_MAX, MemberFeeds, Posts } from "#core/publishing"
import { isPrivateAddress } from "#core/syndication"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { makeMp4 } from "../../../core/media/testing/sampleMedia.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { examineUploads } from "../../worker/media/examineUploads.ts"
import { attachMediaReactor } from "../../worker/reactors/media.ts"
import { serveMemberFile } from "../media/serveMemberFile.ts"
import { answerChannelFeed } from "./channelFeeds.ts"
import { answerMemberFeed } from "./memberFeed.ts"

const home = mkdtempSync(join(tmpdir(), "quire-member-feeds-"))
const SECRET = "quicksilvered"
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let channel: { readonly channelId: number; readonly channelCode: string }
let mediaId: string
let bytes: Buffer
let server: Server
let origin: string

const read = async () => {
  const [row] = await kit.sql<Array<{ last: number }>>`select coalesce(max(position), 0)::int as last from es.event`
  for (const name of ["posts", "media_files", "chat"]) await run(waitFor(name, row?.last ?? 0, 20_000))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void serveMemberFile(request, response, false).then((isServed) => isServed || response.writeHead(404).end("other"))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home } })
  mara = await kit.people.make()
  channel = await makeCreator(db.url, mara)
  bytes = await makeMp4({ packetBytes: 100_000 })
  const uploads = await run(Uploads)
  mediaId = await run(Effect.orDie(uploads.begin(mara.personId, { name: "a.mp4", bytes: bytes.length })))
  await uploads.append(
    mediaId,
    0,
    (async function* () {
      yield bytes
    })(),
  )
  await run(examineUploads)
  await read()
  const gated = `The ${SECRET} part.\n\n![Pilots](media:${mediaId})`
  const version = { title: "Tides", preview: "At dawn.", gated, levelId: 2 as const }
  const created = Posts.use((posts) =>
    posts.create(mara.personId, channel.channelId, { version, action: { kind: "publish" } }),
  )
  const { postId } = await run(Effect.orDie(created))
  await (await run(attachMediaReactor)).react({ data: { postId } } as never)
  await read()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await kit.close()
  await db.drop()
  rmSync(home, { recursive: true })
})

const makeFeed = async ({ personId }: TestPerson) =>
  run(Effect.orDie(MemberFeeds.use((feeds) => feeds.create(personId, channel.channelId, "AntennaPod"))))
const get = (token: string, name: string, address = "203.0.113.7", headers = {}) =>
  run(answerMemberFeed({ token, name, headers: new Headers(headers), origin, address }))
const grant = async ({ personId }: TestPerson) => {
  await run(Effect.orDie(Chats.use((chats) => chats.grant({ creatorId: mara.personId, personId, level: 2 }))))
  await read()
}
const revoke = ({ personId }: TestPerson) =>
  run(Effect.orDie(Chats.use((chats) => chats.revoke({ creatorId: mara.personId, personId }))))
const subscriber = async () => {
  const person = await kit.people.make()
  await grant(person)
  return person
}

const refusalOf = (work: Effect.Effect<unknown, unknown>) => run(Effect.orDie(Effect.flip(work)))

describe("a private feed", () => {
  it.each(["posts.rss", "posts.atom", "posts.json", "podcast.rss"])(
    "as %s has what its reader may read, and is for nobody else",
    async (name) => {
      const { token } = await makeFeed(await subscriber())
      const response = await get(token, name)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex",
      })
      expect(response.headers.has("access-control-allow-origin")).toBe(false)
      const text = await response.text()
      expect(text).toContain(SECRET)
      expect(text).toContain(`${origin}/feeds/mine/${token}/${mediaId}.mp4`)
      const headers = new Headers()
      const open = await run(answerChannelFeed({ code: channel.channelCode, name, headers, origin }))
      expect(await open.text()).not.toContain(SECRET)
      if (name.endsWith(".rss")) expect(text).toContain("<itunes:block>yes</itunes:block>")
      expect(isPrivateAddress(`https://quire.example/feeds/mine/${token}/${name}`)).toBe(true)
    },
  )

  it("still answers after the level has ended, with the public parts and an entry that says so", async () => {
    const person = await subscriber()
    const { token } = await makeFeed(person)
    await revoke(person)
    await expect.poll(async () => (await get(token, "posts.rss")).text()).not.toContain(SECRET)
    const response = await get(token, "posts.rss")
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain("At dawn.")
    expect(text).toContain("You are reading previews")
    expect(await (await get(token, "podcast.rss")).text()).not.toContain(mediaId)
    await grant(person)
    await expect.poll(async () => (await get(token, "posts.rss")).text()).toContain(SECRET)
  })

  it("has files at addresses that stay, with ranges, for as long as its reader has the level", async () => {
    const person = await subscriber()
    const { token } = await makeFeed(person)
    const path = `${origin}/feeds/mine/${token}/${mediaId}.mp4`
    const part = await fetch(path, { headers: { range: "bytes=0-99" } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(0, 100))).toBe(true)
    expect(part.headers.get("cache-control")).toBe("private, no-store")
    expect((await fetch(path, { method: "HEAD" })).headers.get("content-length")).toBe(String(bytes.length))
    await revoke(person)
    await expect.poll(async () => (await fetch(path, { headers: { range: "bytes=0-9" } })).status).toBe(404)
  })

  it("is dead once it is renewed or deleted, and nobody else can do that", async () => {
    const [person, other] = [await subscriber(), await kit.people.make()]
    const { feedId, token } = await makeFeed(person)
    const feeds = await run(MemberFeeds)
    expect(await refusalOf(feeds.renew(other.personId, feedId))).toMatchObject({ _tag: "NoMemberFeed" })
    expect(await refusalOf(feeds.revoke(other.personId, feedId))).toMatchObject({ _tag: "NoMemberFeed" })
    const renewed = await run(Effect.orDie(feeds.renew(person.personId, feedId)))
    expect((await get(token, "posts.rss")).status).toBe(404)
    expect((await get(renewed.token, "posts.rss")).status).toBe(200)
    await run(Effect.orDie(feeds.revoke(person.personId, feedId)))
    expect((await get(renewed.token, "posts.rss")).status).toBe(404)
    for (const guess of ["", "x", "a".repeat(32), `${token}x`]) expect((await get(guess, "posts.rss")).status).toBe(404)
  })

  it("is stored as a digest alone, and warns its owner once if it is used from very many networks", async () => {
    const person = await subscriber()
    const { feedId, token } = await makeFeed(person)
    const feeds = await run(MemberFeeds)
    const stored = await kit.sql`select row_to_json(f)::text as text from publishing.member_feed f`
    expect(JSON.stringify(stored)).not.toContain(token)
    const warnings: Array<boolean> = []
    for (let network = 0; network < FEED_NETWORKS_A_DAY_MAX; network++)
      warnings.push(await run(feeds.noteUse(feedId, `10.${network}.7.1`)))
    // The same network, and addresses of one, count once.
    warnings.push(await run(feeds.noteUse(feedId, "10.0.7.200")))
    expect(warnings.filter(Boolean)).toEqual([])
    for (const address of ["2001:db8:1::1", "2001:db8:1:2::1", "2001:db8:2::1"]) await get(token, "posts.rss", address)
    const messages = () => kit.post("/api/Message/LoadMessageList", {}, { token: person.token })
    await expect.poll(async () => JSON.stringify((await messages()).body)).toContain("many networks")
    expect(JSON.stringify((await messages()).body).split("used from very many networks")).toHaveLength(2)
    expect(await run(feeds.list(person.personId, channel.channelId))).toMatchObject([{ warnedAt: expect.any(Date) }])
    const used = await kit.sql`select row_to_json(u)::text as text from publishing.member_feed_use u`
    expect(JSON.stringify(used)).not.toContain("10.3.7")
  })

  it("is limited in number and in requests, and goes with the account", async () => {
    const person = await subscriber()
    const { token } = await makeFeed(person)
    for (let count = 0; count < 4; count++) await makeFeed(person)
    const feeds = await run(MemberFeeds)
    const sixth = feeds.create(person.personId, channel.channelId, "")
    expect(await refusalOf(sixth)).toMatchObject({ _tag: "TooManyMemberFeeds" })
    const statuses: Array<number> = []
    for (let count = 0; count < 130; count++) statuses.push((await get(token, "x.chapters.json")).status)
    expect(statuses).toContain(429)
    await run(feeds.forget(person.personId))
    expect(await run(feeds.list(person.personId, null))).toEqual([])
  })
})
