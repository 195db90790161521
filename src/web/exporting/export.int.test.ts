import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Imports } from "#core/imports"
import { Pictures, Uploads } from "#core/media"
import { Posts, type PostVersion } from "#core/publishing"
import { listMedia, listPosts } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { examineUploads } from "../../worker/media/examineUploads.ts"
import { attachMediaReactor } from "../../worker/reactors/media.ts"
import { serveExport } from "./serveExport.ts"

const home = mkdtempSync(join(tmpdir(), "quire-export-"))
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let channelId: number
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    void serveExport(request, response, false).then((isServed) => isServed || response.writeHead(404).end("other"))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home } })
  mara = await kit.people.make()
  channelId = (await makeCreator(db.url, mara)).channelId
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await kit.close()
  await db.drop()
  rmSync(home, { recursive: true })
})

const read = async () => {
  const [row] = await kit.sql<Array<{ last: number }>>`select coalesce(max(position), 0)::int as last from es.event`
  for (const name of ["posts", "media_files", "channels"]) await run(waitFor(name, row?.last ?? 0, 20_000))
}
const uploadBytes = async (person: TestPerson, name: string, bytes: Buffer, purpose: "media" | "import") => {
  const uploads = await run(Uploads)
  const id = await run(Effect.orDie(uploads.begin(person.personId, { name, bytes: bytes.length, purpose })))
  await uploads.append(
    id,
    0,
    (async function* () {
      yield bytes
    })(),
  )
  return id
}
const picture = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

const write = async (version: Partial<PostVersion>, isPublished = true) => {
  const made = Posts.use((posts) =>
    posts.create(mara.personId, channelId, { version, ...(isPublished ? { action: { kind: "publish" } } : {}) }),
  )
  const { postId } = await run(Effect.orDie(made))
  await (await run(attachMediaReactor)).react({ data: { postId } } as never)
}

const download = async (person: TestPerson | null, channel = channelId) => {
  const headers: Record<string, string> = person === null ? {} : { cookie: `quire_session=${person.token}` }
  return fetch(`${origin}/media/export/${channel}.zip`, { headers })
}

/** What two channels must have in common. Identities of posts and files differ. */
const contentOf = async (person: TestPerson, channel: number) => {
  const { posts } = await run(listPosts({ channelIds: [channel], statusIds: [1, 2, 3, 4], pageSize: 50, page: 1 }))
  const whole = await Promise.all(
    posts.map(({ postId }) => run(Effect.orDie(Posts.use((all) => all.read(person.personId, postId))))),
  )
  return whole
    .map(
      ({
        title,
        preview,
        gated,
        levelId,
        language,
        tags,
        series,
        opening,
        statusId,
        publishedAt,
        slugs,
        media,
        cover,
      }) => {
        const plain = (text: string) => text.replaceAll(/media:[\da-f-]{36}/g, "media:")
        const files = media.map(({ kind, width, height }) => ({ kind, width, height }))
        return {
          title,
          levelId,
          language,
          tags,
          series,
          opening,
          statusId,
          publishedAt,
          slug: slugs.at(-1),
          hasCover: cover !== null,
          files,
          preview: plain(preview),
          gated: plain(gated),
        }
      },
    )
    .toSorted((one, other) => (one.title < other.title ? -1 : 1))
}

it("an export of a channel has everything, and comes back as equal posts in a fresh channel", {
  tags: ["long"],
  timeout: 240_000,
}, async () => {
  const image = await uploadBytes(mara, "harbour.png", await picture("#246"), "media")
  const hidden = await uploadBytes(mara, "secret.png", await picture("#a11"), "media")
  await run(examineUploads)
  await read()
  const keep = Pictures.use((pictures) =>
    Effect.promise(() => picture("#5a5")).pipe(
      Effect.flatMap((bytes) => pictures.keep(mara.personId, bytes, { purpose: "post" })),
    ),
  )
  const { key: cover } = await run(Effect.orDie(keep))
  const preview = `# Not the title\n\n    code with <b>html</b> and media:${image}\n\n![The harbour](media:${image} "Two boats")\n\n<!--members-only-->\n\nAfter what looks like the marker.`
  const gated = `Gated *words*.\n\n![Secret](media:${hidden})\n\n[^1]: a note`
  await write({
    title: 'Tides: "and" timetables',
    preview,
    gated,
    levelId: 3,
    tags: ["Ports", "a: b"],
    series: "Harbours",
    cover,
    language: "de",
    opening: { subscribersDays: 7, everyoneDays: 30 },
  })
  await write({ title: "Open", preview: "For everyone.\n\nTwo  \nlines." })
  await write({ title: "Unfinished", preview: "A draft.", customTitle: "my-draft" }, false)
  await read()

  const response = await download(mara)
  expect(response.status).toBe(200)
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const archive = Buffer.from(await response.arrayBuffer())
  const files = unzipSync(archive)
  expect(Object.keys(files).toSorted()).toEqual([
    `covers/${cover}.webp`,
    "manifest.json",
    `media/${image}.webp`,
    `media/${hidden}.webp`,
    expect.stringMatching(/^posts\/\d{4}-\d{2}-\d{2}-open\.md$/),
    expect.stringMatching(/^posts\/\d{4}-\d{2}-\d{2}-tides-and-timetables\.md$/),
    "posts/draft-my-draft.md",
  ])
  const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString()) as {
    posts: ReadonlyArray<unknown>
  }
  expect(manifest).toMatchObject({ format: "quire-channel", version: 1, channel: { subject: "Harbour Notes" } })
  expect(manifest.posts).toHaveLength(3)

  const importInto = async (person: TestPerson, channel: number) => {
    const imports = await run(Imports)
    const uploadId = await uploadBytes(person, "export.zip", archive, "import")
    const importId = await run(Effect.orDie(imports.begin(person.personId, channel, uploadId)))
    await run(imports.work)
    await run(
      Effect.orDie(imports.start(person.personId, importId, { publishes: true, bringsBack: false, siteUrl: null })),
    )
    await run(imports.work)
    await read()
    return run(Effect.orDie(imports.find(person.personId, importId)))
  }
  const jonas = await kit.people.make()
  const fresh = await makeCreator(db.url, jonas)
  expect(await importInto(jonas, fresh.channelId)).toMatchObject({
    ...{ source: "quire", state: "done", counts: { imported: 3, missing: 0, refused: 0 } },
  })
  const [before, after] = [await contentOf(mara, channelId), await contentOf(jonas, fresh.channelId)]
  // A draft has no address yet; it is chosen for when it is published.
  expect(after).toEqual(before)
  expect(await run(listMedia(jonas.personId))).toHaveLength(2)
  // Into the channel where the posts still are, it makes nothing.
  expect(await importInto(mara, channelId)).toMatchObject({ counts: { imported: 0, there: 3 } })
  // Each run starts a thread from source, which takes seconds on a busy machine.
})

it("an export is for its creator alone", async () => {
  const other = await kit.people.make()
  for (const person of [null, other]) expect((await download(person)).status).toBe(404)
  expect((await download(mara, 999_999)).status).toBe(404)
})
