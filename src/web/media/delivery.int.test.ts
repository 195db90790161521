import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { Sql } from "#core/kernel"
import { Uploads } from "#core/media"
import { MediaFiles, MediaLinks, type PostMedia, Posts } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { makeMp4 } from "../../../core/media/testing/sampleMedia.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { examineUploads } from "../../worker/media/examineUploads.ts"
import { attachMediaReactor } from "../../worker/reactors/media.ts"
import { mediaResolver } from "./resolveMedia.ts"
import { serveMedia } from "./serveMedia.ts"

const SIX_HOURS_S = 6 * 3_600
const home = mkdtempSync(join(tmpdir(), "quire-delivery-"))
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let subscriber: TestPerson
let patron: TestPerson
let follower: TestPerson
let channelId: number
let bytes: Buffer
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    void serveMedia(request, response, false).then((isServed) => isServed || response.writeHead(404).end("other"))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home } })
  ;[mara, subscriber, patron, follower] = [
    await kit.people.make(),
    await kit.people.make(),
    await kit.people.make(),
    await kit.people.make(),
  ]
  channelId = (await makeCreator(db.url, mara)).channelId
  bytes = await makeMp4({ packetBytes: 300_000 })
  await grant(subscriber, 2)
  await grant(patron, 3)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await kit.close()
  await db.drop()
  rmSync(home, { recursive: true })
})

const grant = async ({ personId }: TestPerson, level: 2 | 3) => {
  const granted = Chats.use((chats) => chats.grant({ creatorId: mara.personId, personId, level }))
  await run(waitFor("chat", (await run(Effect.orDie(granted))).position))
}
const revoke = ({ personId }: TestPerson) =>
  run(Effect.orDie(Chats.use((chats) => chats.revoke({ creatorId: mara.personId, personId }))))

const store = async (): Promise<string> => {
  const mediaId = await run(
    Effect.orDie(Uploads.use(({ begin }) => begin(mara.personId, { name: "secret-name.mp4", bytes: bytes.length }))),
  )
  async function* whole() {
    yield bytes
  }
  await (await run(Uploads)).append(mediaId, 0, whole())
  await run(examineUploads)
  await run(waitFor("media_files", await run(lastPosition)))
  return mediaId
}
/** The position of the newest event. */
const lastPosition = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ last: number }>>`select coalesce(max(position), 0) as last from es.event`,
  )
  return row?.last ?? 0
})
/** Tells the files in which posts they stand, as the worker does. */
const attach = async (postId: string) => (await run(attachMediaReactor)).react({ data: { postId } } as never)

type Version = { readonly preview?: string; readonly gated?: string; readonly levelId?: 1 | 2 | 3 }
const publish = async (version: Version): Promise<string> => {
  const create = Posts.use((posts) =>
    posts.create(mara.personId, channelId, {
      version: { title: "Tides", preview: "At dawn.", ...version },
      action: { kind: "publish" },
    }),
  )
  const { postId } = await run(Effect.orDie(create))
  await attach(postId)
  return postId
}
const change = async (postId: string, more: object) => {
  await run(Effect.orDie(Posts.use((posts) => posts.change(mara.personId, postId, more as never))))
  await attach(postId)
}

/** A gated file with its post. */
const gate = async (levelId: 2 | 3 = 2) => {
  const mediaId = await store()
  const postId = await publish({ gated: `Listen.\n\n![Pilots](media:${mediaId})`, levelId })
  return { mediaId, postId }
}
const linkFor = async (mediaId: string, { personId }: TestPerson): Promise<string> =>
  run(MediaLinks.use((links) => links.signedPath(mediaId, "video.mp4", { personId })))
const get = (path: string, person: TestPerson | null, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(person === null ? {} : { cookie: `quire_session=${person.token}` }) },
  })
const status = async (path: string, person: TestPerson | null) => {
  const response = await get(path, person)
  await response.body?.cancel()
  return response.status
}

describe("a file for everyone", () => {
  it("has a stable address without a signature", async () => {
    const mediaId = await store()
    await publish({ preview: `![Dawn](media:${mediaId})` })
    const response = await get(`/media/${mediaId}/video`, null)
    expect(response.status).toBe(200)
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(Buffer.from(await response.arrayBuffer()).length).toBe(bytes.length)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-disposition": 'inline; filename="video.mp4"',
      "content-security-policy": expect.stringContaining("sandbox"),
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=300, no-transform",
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    })
  })

  it("is one for its level only while it stands in the gated part", async () => {
    const { mediaId, postId } = await gate()
    const path = `/media/${mediaId}/video`
    expect(await status(path, null)).toBe(404)
    await change(postId, { version: { preview: `![Dawn](media:${mediaId})`, gated: "Words only." } })
    await expect.poll(() => status(path, null)).toBe(200)
    await change(postId, { version: { preview: "At dawn.", gated: `![Dawn](media:${mediaId})` } })
    await expect.poll(() => status(path, null)).toBe(404)
  })

  it("disappears with its post", async () => {
    const mediaId = await store()
    const postId = await publish({ preview: `![Dawn](media:${mediaId})` })
    const path = `/media/${mediaId}/video`
    expect(await status(path, null)).toBe(200)
    await change(postId, { action: { kind: "hide" } })
    await expect.poll(() => status(path, null)).toBe(404)
    await change(postId, { action: { kind: "show" } })
    await expect.poll(() => status(path, null)).toBe(200)
    await run(Effect.orDie(Posts.use((posts) => posts.remove(mara.personId, postId))))
    await expect.poll(() => status(path, null)).toBe(404)
  })
})

describe("a gated file", () => {
  it("is sent to people with the level by their own link", async () => {
    const { mediaId } = await gate(3)
    const reached = []
    for (const person of [mara, patron, subscriber, follower])
      reached.push(await status(await linkFor(mediaId, person), person))
    expect(reached).toEqual([200, 200, 404, 404])
    const response = await get(await linkFor(mediaId, patron), patron)
    expect(response.headers.get("cache-control")).toBe("private, no-cache, no-transform")
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-site")
    expect(response.headers.get("vary")).toBe("cookie")
  })

  it("is not sent by a link of another person, in no session, or without a link", async () => {
    const { mediaId } = await gate()
    const link = await linkFor(mediaId, subscriber)
    expect(await status(link, subscriber)).toBe(200)
    expect(await status(link, patron)).toBe(404)
    expect(await status(link, null)).toBe(404)
    expect(await status(`/media/${mediaId}/video.mp4`, subscriber)).toBe(404)
  })

  it("is not sent by a link that was changed: longer, of another file, in upper case, or with a part missing", async () => {
    const [{ mediaId }, other] = [await gate(), await gate()]
    const link = await linkFor(mediaId, subscriber)
    const { searchParams } = new URL(link, "http://quire.test")
    const [expires, signature] = [searchParams.get("e") ?? "", searchParams.get("s") ?? ""]
    const forged = [
      link.replace(`e=${expires}`, `e=${Number(expires) + 3_600}`),
      link.replace(`e=${expires}`, `e=0${expires}`),
      link.replace(`e=${expires}`, `e=${expires}.5`),
      link.replace(`e=${expires}`, "e=1e12"),
      link.replace(mediaId, other.mediaId),
      link.replace(signature, signature.toUpperCase()),
      link.replace(signature, Buffer.from(signature, "base64url").toString("hex").toUpperCase()),
      link.replace(signature, `${signature}=`),
      link.replace(`s=${signature}`, ""),
      link.replace(`e=${expires}`, ""),
    ]
    for (const path of forged) expect([path, await status(path, subscriber)]).toEqual([path, 404])
    expect(await status(link, subscriber)).toBe(200)
  })

  it("is not sent after its link has expired, or by one that lasts longer than six hours", async () => {
    const { mediaId } = await gate()
    const { verify, signedPath } = await run(MediaLinks)
    const reader = { personId: subscriber.personId }
    const { searchParams } = new URL(await run(signedPath(mediaId, "video", reader)), "http://quire.test")
    const claim = { expires: searchParams.get("e"), signature: searchParams.get("s") }
    const leftS = Number(claim.expires) - Date.now() / 1000
    expect(leftS).toBeGreaterThan(SIX_HOURS_S - 1_801)
    expect(leftS).toBeLessThanOrEqual(SIX_HOURS_S)
    const at = (seconds: number) =>
      run(
        verify(mediaId, reader, claim).pipe(
          Effect.provideServiceEffect(
            Clock.Clock,
            Effect.map(Clock.Clock, (clock) => ({ ...clock, currentTimeMillis: Effect.succeed(seconds * 1000) })),
          ),
        ),
      )
    const expires = Number(claim.expires)
    expect(await at(expires - 1)).toBe(true)
    expect(await at(expires - SIX_HOURS_S)).toBe(true)
    expect(await at(expires)).toBe(false)
    expect(await at(expires - SIX_HOURS_S - 1)).toBe(false)
  })

  it("is not sent any more once the reader has lost the level", async () => {
    const { mediaId } = await gate()
    const lapsing = await kit.people.make()
    await grant(lapsing, 2)
    const link = await linkFor(mediaId, lapsing)
    expect(await status(link, lapsing)).toBe(200)
    await revoke(lapsing)
    await expect.poll(() => status(link, lapsing)).toBe(404)
  })

  it("of a draft or a scheduled post is sent to its creator alone", async () => {
    const mediaId = await store()
    const create = Posts.use((posts) =>
      posts.create(mara.personId, channelId, {
        version: { title: "Draft", preview: `![Dawn](media:${mediaId})`, gated: "Later.", levelId: 2 },
      }),
    )
    await attach((await run(Effect.orDie(create))).postId)
    expect(await status(await linkFor(mediaId, mara), mara)).toBe(200)
    expect(await status(await linkFor(mediaId, patron), patron)).toBe(404)
    for (const method of ["GET", "HEAD"])
      for (const headers of [{}, { range: "bytes=0-9" }])
        expect((await get(`/media/${mediaId}/video`, null, headers as Record<string, string>, method)).status).toBe(404)
  })

  it("does not become public by a post of another creator", async () => {
    const { mediaId } = await gate()
    const thief = await kit.people.make()
    const own = await makeCreator(db.url, thief, { subject: "Elsewhere" })
    const create = Posts.use((posts) =>
      posts.create(thief.personId, own.channelId, {
        version: { title: "Mine", preview: `![Dawn](media:${mediaId})` },
        action: { kind: "publish" },
      }),
    )
    const { postId } = await run(Effect.orDie(create))
    await attach(postId)
    expect(await status(`/media/${mediaId}/video`, null)).toBe(404)
    expect(await status(await linkFor(mediaId, thief), thief)).toBe(404)
  })

  it("is gone for everyone after its creator deleted it", async () => {
    const { mediaId } = await gate()
    await run(Effect.orDie(MediaFiles.use((files) => files.remove(mara.personId, mediaId))))
    await expect.poll(async () => status(await linkFor(mediaId, mara), mara)).toBe(404)
  })

  it("has an address that reveals nothing about it", async () => {
    const { mediaId } = await gate()
    const media: ReadonlyArray<PostMedia> = [{ mediaId, kind: "video", width: 640, height: 360, durationMs: 3_000 }]
    const resolve = await run(mediaResolver(media, subscriber.personId))
    const { url = "" } = resolve(mediaId) ?? {}
    expect(url).not.toContain("secret")
    expect(await status(url, subscriber)).toBe(200)
    expect(resolve("01890000-0000-7000-8000-000000000001")).toBeNull()
    expect((await run(mediaResolver(media, null)))(mediaId)?.url).toBe(`/media/${mediaId}/video`)
  })
})

describe("a request for a part", () => {
  let path: string
  beforeAll(async () => {
    const mediaId = await store()
    await publish({ preview: `![Dawn](media:${mediaId})` })
    path = `/media/${mediaId}/video.mp4`
  })
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const response = await get(path, null, { range, ...headers })
    return { response, body: Buffer.from(await response.arrayBuffer()) }
  }

  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=300000-899999", 300_000, 899_999],
    ["bytes=-5", -5, undefined],
    ["bytes=10-", 10, undefined],
    ["bytes=5-99999999", 5, undefined],
  ])("%s gets exactly these bytes", async (range, first, last) => {
    const { response, body } = await part(range)
    const expected = last === undefined ? bytes.subarray(first) : bytes.subarray(first, last + 1)
    expect(response.status).toBe(206)
    expect(response.headers.get("content-length")).toBe(String(expected.length))
    expect(response.headers.get("content-range")).toMatch(new RegExp(`^bytes \\d+-\\d+/${bytes.length}$`))
    // Times of the recording are cleared; everything else is as it was uploaded.
    expect(body.length).toBe(expected.length)
    if (first >= 0 && first < 100_000) expect(body.subarray(0, 8).equals(expected.subarray(0, 8))).toBe(true)
  })

  it.each(["bytes=99999999-", "bytes=-0"])("%s is answered with the length", async (range) => {
    const { response } = await part(range)
    expect(response.status).toBe(416)
    expect(response.headers.get("content-range")).toBe(`bytes */${bytes.length}`)
  })

  it.each(["bytes=0-,5-6", "bytes=9-5", "items=0-1", "bytes=a-b"])("%s gets the whole file", async (range) => {
    const { response, body } = await part(range)
    expect([response.status, body.length]).toEqual([200, bytes.length])
  })

  it("gets the whole file if it is not the version that the reader has", async () => {
    const etag = (await get(path, null, {}, "HEAD")).headers.get("etag") ?? ""
    expect((await part("bytes=0-9", { "if-range": etag })).response.status).toBe(206)
    for (const stale of ['"another"', `W/${etag}`, "Thu, 26 Nov 2026 17:00:00 GMT"])
      expect((await part("bytes=0-9", { "if-range": stale })).response.status).toBe(200)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
      expect((await get(path, null, { "if-none-match": known })).status).toBe(304)
    expect((await get(path, null, { "if-none-match": '"other"' })).status).toBe(200)
  })

  it("by HEAD gets the headers alone", async () => {
    const response = await get(path, null, { range: "bytes=0-9" }, "HEAD")
    expect([
      response.status,
      response.headers.get("content-length"),
      (await response.arrayBuffer()).byteLength,
    ]).toEqual([206, "10", 0])
  })
})

it.each(["none", "01890000-0000-7000-8000-000000000009", "..%2f..%2fsecret"])("%s is no file", async (id) => {
  const response = await get(`/media/${id}/video`, mara)
  expect([response.status, await response.text()]).not.toEqual([200, expect.anything()])
  expect(response.status).toBe(404)
})

it("a reader who disconnects keeps no file open", async () => {
  const mediaId = await store()
  await publish({ preview: `![Dawn](media:${mediaId})` })
  const before = readdirSync("/dev/fd").length
  for (let count = 0; count < 30; count++) await status(`/media/${mediaId}/video`, null)
  await expect.poll(() => readdirSync("/dev/fd").length - before).toBeLessThan(20)
})
