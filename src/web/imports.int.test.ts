import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ImportOptions, Imports } from "#core/imports"
import { Uploads } from "#core/media"
import { Posts } from "#core/publishing"
import { listItems } from "#projections/feeds"
import { findPostBySlug, listMedia, listOwnPosts, listPosts, readGated } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import { fixture, zipOf } from "../../core/imports/testing/archives.ts"
import { type ApiKit, makeApiKit } from "../api/testing/apiKit.ts"

const home = mkdtempSync(join(tmpdir(), "quire-imports-"))
let server: FaultServer
let db: TestDatabase
let kit: ApiKit
let picture: Buffer

const DRAFTS: ImportOptions = { publishes: false, bringsBack: false, siteUrl: null }

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({
    ...{ url: db.url, allowPrivate: [server.host] },
    env: { QUIRE_DATA_DIR: home, MEDIA_QUOTA_GB: "1" },
  })
  picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: "#246" } })
    .png()
    .toBuffer()
  for (const path of ["/content/images/2024/03/cover.png", "/content/images/size/w1000/2024/03/harbour.png"])
    server.serve(path, (_, response) => void response.setHeader("content-type", "image/png").end(picture))
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
  rmSync(home, { recursive: true })
})

const makeChannel = async () => {
  const person = await kit.people.make({})
  const { channelId } = await makeCreator(db.url, person)
  return { person, channelId }
}

const upload = async ({ personId }: TestPerson, bytes: Buffer, name: string): Promise<string> => {
  const { append, begin } = await run(Uploads)
  const uploadId = await run(Effect.orDie(begin(personId, { name, bytes: bytes.length, purpose: "import" })))
  async function* body() {
    yield bytes
  }
  expect(await append(uploadId, 0, body())).toBe(bytes.length)
  return uploadId
}

const begin = async (person: TestPerson, channelId: number, bytes: Buffer, name = "archive.zip") => {
  const uploadId = await upload(person, bytes, name)
  const imports = await run(Imports)
  const importId = await run(Effect.orDie(imports.begin(person.personId, channelId, uploadId)))
  await run(imports.work)
  return importId
}

const find = ({ personId }: TestPerson, importId: string) =>
  run(Effect.orDie(Imports.use((imports) => imports.find(personId, importId))))
const entriesOf = (importId: string) => run(Imports.use((imports) => imports.entries(importId, "all", -1)))

const finish = async (person: TestPerson, importId: string, options: ImportOptions) => {
  const imports = await run(Imports)
  await run(Effect.orDie(imports.start(person.personId, importId, options)))
  await run(imports.work)
  const [head] = await kit.sql<Array<{ head: number }>>`select last_value as head from es.position`
  for (const name of ["posts", "items", "feeds", "media_files"]) await run(waitFor(name, head?.head ?? 0, 20_000))
  return find(person, importId)
}

describe("an import", () => {
  it("lists an archive first, and makes drafts of everything unless its creator decides otherwise", async () => {
    const { person, channelId } = await makeChannel()
    const importId = await begin(person, channelId, fixture("ghost.json"), "harbour.json")
    expect(await find(person, importId)).toMatchObject({
      ...{ state: "ready", source: "ghost", problem: null },
      counts: { total: 6, published: 3, gated: 2, worked: 0, refused: 1 },
    })
    expect((await run(listOwnPosts(person.personId, { page: 1, pageSize: 50 }))).posts).toEqual([])
    expect(await finish(person, importId, DRAFTS)).toMatchObject({ state: "done", counts: { imported: 5, refused: 1 } })
    const { posts } = await run(listOwnPosts(person.personId, { page: 1, pageSize: 50 }))
    expect(posts.map(({ statusId }) => statusId)).toEqual([1, 1, 1, 1, 1])
    expect(await run(listItems({ feedIds: null, pageSize: 50 }))).toMatchObject({ items: [] })
  })

  it("publishes with former dates, addresses, levels and files, without letters", async () => {
    const { person, channelId } = await makeChannel()
    const importId = await begin(person, channelId, fixture("ghost.json"), "harbour.json")
    const done = await finish(person, importId, { ...DRAFTS, publishes: true, siteUrl: server.origin })
    expect(done).toMatchObject({ state: "done", uploadId: null, counts: { imported: 5, files: 2, missing: 1 } })
    const tides = await run(findPostBySlug(channelId, "tides-and-timetables", null))
    expect(tides).toMatchObject({
      ...{ title: "Tides and timetables", statusId: 3, levelId: 1, tags: ["Ports", "Timetables"] },
      publishedAt: new Date("2024-03-14T07:30:00.000Z"),
      cover: expect.stringMatching(/^[\da-z]{20}$/),
      preview: expect.stringMatching(/!\[The harbour at dawn\]\(media:[\da-f-]{36} "Two boats"\)/),
      media: [{ kind: "image", width: 320, height: 200 }],
    })
    const pilots = await run(findPostBySlug(channelId, "what-the-pilots-say", null))
    expect(pilots).toMatchObject({ levelId: 3, preview: "Everyone may read this." })
    // The recording is not there any more: the address stays, and the report says so.
    const gated = await run(readGated({ personId: person.personId }, { postId: pilots?.postId ?? "" }))
    expect(gated?.markdown).toContain(`(${server.origin}/content/media/2024/04/pilots.mp3)`)
    expect(await run(readGated({ personId: null }, { postId: pilots?.postId ?? "" }))).toBeNull()
    const entries = await entriesOf(importId)
    expect(entries.find(({ title }) => title === "What the pilots say")).toMatchObject({
      ...{ outcome: "imported", missing: [{ problem: "notThere" }] },
    })
    const origin = await run(Effect.orDie(Posts.use(({ read }) => read(person.personId, tides?.postId ?? ""))))
    expect(origin.origin).toEqual({ source: "ghost", canonicalUrl: `${server.origin}/tides-and-timetables/` })
    const { items } = await run(listItems({ feedIds: null, pageSize: 50 }))
    expect(items.filter(({ title }) => title === "Tides and timetables")).toMatchObject([{ levelId: 1 }])
    const [letters] = await kit.sql<Array<{ count: number }>>`select count(*)::int as count from newsletters.sending`
    expect(letters?.count).toBe(0)
  })

  it("that is repeated makes nothing twice, and brings deleted posts back only if asked", {
    tags: ["long"],
  }, async () => {
    const { person, channelId } = await makeChannel()
    const archive = zipOf("markdown", { "images/harbour.png": picture })
    await finish(person, await begin(person, channelId, archive), { ...DRAFTS, publishes: true })
    const again = await finish(person, await begin(person, channelId, archive), { ...DRAFTS, publishes: true })
    expect(again.counts).toMatchObject({ imported: 0, there: 3 })
    const { posts } = await run(listPosts({ channelIds: [channelId], statusIds: [1, 3], pageSize: 50, page: 1 }))
    expect(posts).toHaveLength(3)
    expect(await run(listMedia(person.personId))).toHaveLength(1)
    const [first] = posts
    await run(Effect.orDie(Posts.use(({ remove }) => remove(person.personId, first?.postId ?? ""))))
    const stored = await finish(person, await begin(person, channelId, archive), { ...DRAFTS, publishes: true })
    expect(stored.counts).toMatchObject({ imported: 0, there: 3 })
    const back = await finish(person, await begin(person, channelId, archive), { ...DRAFTS, bringsBack: true })
    expect(back.counts).toMatchObject({ imported: 1, there: 2 })
  })

  it("leaves out what the archive of the claimed feed brought before, also if its address is written differently", async () => {
    const { person, channelId } = await makeChannel()
    const fromFeed = await run(
      Effect.orDie(
        Posts.use((posts) =>
          posts.importForeign(
            person.personId,
            channelId,
            {
              from: {
                ...{ source: "feed", sourceId: "item-1" },
                canonicalUrl: `${server.origin}/tides-and-timetables?utm_source=rss`,
              },
              version: { title: "Tides and timetables", preview: "From the feed." },
              slug: "tides-and-timetables",
              publishedAt: "2024-03-14T07:30:00.000Z",
            },
            false,
          ),
        ),
      ),
    )
    const importId = await begin(person, channelId, fixture("ghost.json"), "harbour.json")
    const done = await finish(person, importId, { ...DRAFTS, publishes: true, siteUrl: server.origin })
    expect(done.counts).toMatchObject({ imported: 4, there: 1, refused: 1 })
    const entries = await entriesOf(importId)
    expect(entries.find(({ title }) => title === "Tides and timetables")).toMatchObject({
      ...{ outcome: "there", postId: fromFeed.postId },
    })
  })

  it("continues after a crash where it was, with the files that it had", { tags: ["long"] }, async () => {
    const { person, channelId } = await makeChannel()
    const importId = await begin(person, channelId, zipOf("substack"), "export.zip")
    const imports = await run(Imports)
    await run(Effect.orDie(imports.start(person.personId, importId, { ...DRAFTS, publishes: true })))
    await run(imports.work)
    // As if the process had ended before it noted the last entries.
    await kit.sql`update imports.import set state = 'running', upload_id = null where import_id = ${importId}`
    await kit.sql`update imports.entry set outcome = null where import_id = ${importId} and number > 0`
    const uploadId = await upload(person, zipOf("substack"), "export.zip")
    await kit.sql`update imports.import set upload_id = ${uploadId} where import_id = ${importId}`
    await run(imports.work)
    expect(await find(person, importId)).toMatchObject({ state: "done", counts: { worked: 6 } })
    const { posts } = await run(listOwnPosts(person.personId, { page: 1, pageSize: 50 }))
    expect(posts.length).toBeLessThanOrEqual(4)
    expect((await entriesOf(importId)).map(({ outcome }) => outcome)).toEqual([
      ...["imported", "there", "there", "there", "refused", "refused"],
    ])
  })

  it("of no known product fails with a reason, and its archive is deleted", async () => {
    const { person, channelId } = await makeChannel()
    const importId = await begin(person, channelId, zipOf(null, { "a.exe": "MZ" }))
    expect(await find(person, importId)).toMatchObject({ state: "failed", problem: "unknown", uploadId: null })
    const { usedBytes } = await run(Uploads.use(({ usage }) => usage(person.personId)))
    expect(usedBytes).toBe(0)
  })

  it("belongs to its creator: others neither see, start nor use it", async () => {
    const [mara, jonas] = [await makeChannel(), await makeChannel()]
    const importId = await begin(mara.person, mara.channelId, zipOf("medium"))
    const imports = await run(Imports)
    const asJonas = <A, E>(work: Effect.Effect<A, E>) =>
      run(Effect.flip(work as Effect.Effect<A, E>).pipe(Effect.orDie))
    const { personId } = jonas.person
    expect(await asJonas(imports.find(personId, importId))).toMatchObject({ _tag: "NoImport" })
    expect(await asJonas(imports.start(personId, importId, DRAFTS))).toMatchObject({ _tag: "NoImport" })
    expect(await asJonas(imports.cancel(personId, importId))).toMatchObject({ _tag: "NoImport" })
    const uploadId = await upload(mara.person, zipOf("medium"), "m.zip")
    expect(await asJonas(imports.begin(personId, jonas.channelId, uploadId))).toMatchObject({ _tag: "NoArchive" })
    expect(await asJonas(imports.begin(personId, mara.channelId, uploadId))).toMatchObject({ _tag: "NoImport" })
    await run(imports.forget(mara.person.personId))
    expect(await asJonas(imports.find(mara.person.personId, importId))).toMatchObject({ _tag: "NoImport" })
  })
})
