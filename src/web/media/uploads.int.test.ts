import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHUNK_BYTES_MAX } from "#contract/media"
import { AppConfig } from "#core/kernel"
import { type ReceivedFile, StoredFiles, UPLOAD_MS_MAX, UploadLocks, Uploads } from "#core/media"
import { MediaFiles } from "#core/publishing"
import { findOwnMedia, listMedia } from "#projections/publishing"
import { translator } from "#src/i18n/index.ts"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeMp4 } from "../../../core/media/testing/sampleMedia.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { examineUploads } from "../../worker/media/examineUploads.ts"
import { eraseMediaReactor } from "../../worker/reactors/media.ts"
import { answerUpload } from "./tusServer.ts"
import { uploadStatus } from "./uploadStatus.ts"

const home = mkdtempSync(join(tmpdir(), "quire-media-"))
const GIB = 1024 ** 3
let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let jonas: TestPerson

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home, MEDIA_QUOTA_GB: "10" } })
  ;[mara, jonas] = await Promise.all([kit.people.make({}), kit.people.make({})])
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  rmSync(home, { recursive: true })
})

type Sent = { readonly headers?: Record<string, string>; readonly body?: BodyInit; readonly as?: TestPerson }
const send = (method: string, path: string, { headers = {}, body, as = mara }: Sent = {}) =>
  answerUpload(
    new Request(`http://quire.test${path}`, {
      method,
      headers: { "tus-resumable": "1.0.0", ...headers },
      ...(body === undefined ? {} : { body, duplex: "half" }),
    } as RequestInit),
    { personId: as.personId, locale: "en" },
  )

const begin = async (bytes: number, name = "clip.mp4", as = mara): Promise<string> => {
  const metadata = `filename ${Buffer.from(name).toString("base64")}`
  const begun = await send("POST", "/media/uploads", {
    headers: { "upload-length": String(bytes), "upload-metadata": metadata },
    as,
  })
  expect(begun.status).toBe(201)
  return begun.headers.get("location") ?? ""
}
const patch = (path: string, offset: number, body: BodyInit | Uint8Array, length?: number, as = mara) =>
  send("PATCH", path, {
    headers: {
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(length ?? (body as Uint8Array).length),
    },
    body: body as BodyInit,
    as,
  })
const offsetOf = async (path: string) => Number((await send("HEAD", path)).headers.get("upload-offset"))
const idOf = (path: string) => path.split("/").at(-1) ?? ""
const status = async (path: string, as = mara) => (await uploadStatus(as.personId, idOf(path), translator("en"))).json()
const upload = async (bytes: Buffer, name?: string, as = mara): Promise<string> => {
  const path = await begin(bytes.length, name, as)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES_MAX) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES_MAX)
    expect((await patch(path, at, chunk, undefined, as)).status).toBe(204)
  }
  await run(examineUploads)
  return path
}
const filesIn = (folder: string) => {
  const path = join(home, "media", folder)
  return existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    : []
}

describe("an upload", () => {
  it("continues where its connection broke, and becomes a file of its creator", async () => {
    const bytes = await makeMp4({ packetBytes: 100_000 })
    const path = await begin(bytes.length, "../../Küste bei Tag.mp4")
    async function* broken() {
      yield bytes.subarray(0, 60_000)
      throw new Error("connection reset")
    }
    const { append } = await run(Uploads)
    expect(await append(idOf(path), 0, broken())).toBe(60_000)
    expect(await offsetOf(path)).toBe(60_000)
    expect((await patch(path, 60_000, bytes.subarray(60_000))).status).toBe(204)
    expect(await offsetOf(path)).toBe(bytes.length)
    expect(await status(path)).toEqual({ state: "checking" })
    await run(examineUploads)
    await expect
      .poll(() => status(path))
      .toMatchObject({ state: "ready", media: { kind: "video", name: "Küste bei Tag.mp4" } })
    const [file] = await run(findOwnMedia(mara.personId, [idOf(path)]))
    expect(file).toMatchObject({ type: "video/mp4", width: 640, height: 360, durationMs: 3_000, bytes: bytes.length })
    expect(filesIn("parts")).toEqual([])
    // A client whose last response was lost asks again.
    expect(await offsetOf(path)).toBe(bytes.length)
  })

  it("is refused without a length, with a deferred one, empty, and longer than any file", async () => {
    const create = (headers: Record<string, string>) => send("POST", "/media/uploads", { headers })
    expect((await create({})).status).toBe(400)
    expect((await create({ "upload-defer-length": "1" })).status).toBe(501)
    for (const length of ["0", String(4 * GIB + 1)])
      expect((await create({ "upload-length": length })).status).toBe(413)
    for (const length of ["-1", "1e3", "x"]) expect((await create({ "upload-length": length })).status).toBe(400)
  })

  it("counts towards the quota from its beginning: the eleventh gigabyte is refused", async () => {
    const rita = await kit.people.make({})
    const begun = [await begin(4 * GIB, "a.mp4", rita), await begin(4 * GIB, "b.mp4", rita)]
    const third = () => send("POST", "/media/uploads", { headers: { "upload-length": String(2 * GIB + 1) }, as: rita })
    const refused = await third()
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining("storage")])
    // Two at once do not both get the last bytes.
    const both = await Promise.all(
      [1, 2].map(() => send("POST", "/media/uploads", { headers: { "upload-length": String(2 * GIB) }, as: rita })),
    )
    expect(both.map((each) => each.status).sort()).toEqual([201, 413])
    expect((await send("DELETE", begun[0] ?? "", { as: rita })).status).toBe(204)
    expect((await third()).status).toBe(201)
  })

  it("belongs to the person who began it", async () => {
    const path = await begin(1_000)
    for (const method of ["HEAD", "DELETE"]) expect((await send(method, path, { as: jonas })).status).toBe(404)
    expect((await patch(path, 0, Buffer.alloc(1_000), undefined, jonas)).status).toBe(404)
    expect(await status(path, jonas)).toBeNull()
    expect(await offsetOf(path)).toBe(0)
  })

  it("refuses an offset that is behind or ahead, too many bytes, and more than a chunk", async () => {
    const path = await begin(100_000)
    expect((await patch(path, 0, Buffer.alloc(50_000))).status).toBe(204)
    for (const offset of [0, 49_999, 50_001]) expect((await patch(path, offset, Buffer.alloc(10))).status).toBe(409)
    expect((await patch(path, 50_000, Buffer.alloc(50_001))).status).toBe(413)
    expect((await patch(path, 50_000, Buffer.alloc(10), CHUNK_BYTES_MAX + 1)).status).toBe(413)
    expect(await offsetOf(path)).toBe(50_000)
    expect((await send("PATCH", path, { headers: { "upload-offset": "50000" }, body: "x" })).status).toBe(411)
  })

  it("takes each byte once if two requests send the same part at once", async () => {
    const path = await begin(200_000)
    const sent = await Promise.all([1, 2].map((fill) => patch(path, 0, Buffer.alloc(100_000, fill))))
    expect(sent.map((each) => each.status).sort()).toEqual([204, 409])
    expect(await offsetOf(path)).toBe(100_000)
  })

  it("is taken from a half-open socket by a HEAD", async () => {
    const path = await begin(200_000)
    let end = () => {}
    const halfOpen = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(50_000))
        end = () => controller.close()
      },
    })
    const stuck = patch(path, 0, halfOpen, 200_000)
    const isWriting = () => filesIn("parts").some(({ name }) => name.startsWith(idOf(path)))
    await expect.poll(isWriting).toBe(true)
    expect(await offsetOf(path)).toBe(50_000)
    expect((await patch(path, 50_000, Buffer.alloc(150_000))).status).toBe(204)
    end()
    await stuck
  })

  it("is locked across processes, and let go when another process asks", async () => {
    const other = ManagedRuntime.make(UploadLocks.layer.pipe(Layer.provide(AppConfig.layer)))
    const [ours, theirs] = [await run(UploadLocks), await other.runPromise(UploadLocks)]
    const { signal } = new AbortController()
    const id = "01890000-0000-7000-8000-00000000abcd"
    let isAsked = false
    const release = () => {
      isAsked = true
      void ours.release(id)
    }
    expect(await ours.acquire(id, signal, release)).toBe(true)
    expect(await theirs.acquire(id, signal, () => {})).toBe(true)
    expect(isAsked).toBe(true)
    await theirs.release(id)
    await other.dispose()
  })

  it("expires a day after its last part", async () => {
    const path = await begin(100_000)
    await patch(path, 0, Buffer.alloc(50_000))
    await kit.sql`update media.upload set changed_at = now() - ${`${UPLOAD_MS_MAX + 60_000} milliseconds`}::interval
      where media_id = ${idOf(path)}`
    expect((await patch(path, 50_000, Buffer.alloc(50_000))).status).toBe(410)
    const before = filesIn("parts").length
    await run(Effect.flatMap(Uploads, ({ sweep }) => sweep))
    expect((await send("HEAD", path)).status).toBe(404)
    expect(filesIn("parts").length).toBe(before - 1)
  })
})

describe("an examined file", () => {
  it("is refused with its codec if browsers do not play it, and leaves nothing", async () => {
    const path = await upload(await makeMp4({ video: "hevc" }), "phone.mov")
    expect(await status(path)).toEqual({ state: "refused", message: expect.stringContaining("H.265 (HEVC)") })
    expect(await run(findOwnMedia(mara.personId, [idOf(path)]))).toEqual([])
    expect(filesIn(idOf(path).slice(-2)).map(({ name }) => name)).not.toContain(idOf(path))
  })

  it("is re-encoded if it is a picture, whatever its name", async () => {
    const jpeg = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#0a6" } })
      .withExif({ IFD3: { GPSLatitude: "52/1 31/1 0/1" } })
      .jpeg()
      .toBuffer()
    const path = await upload(jpeg, "photo.mp4")
    await expect
      .poll(() => status(path))
      .toMatchObject({ state: "ready", media: { kind: "image", width: 600, height: 300 } })
    const { readRange } = await run(StoredFiles)
    const [file] = await run(findOwnMedia(mara.personId, [idOf(path)]))
    const stored: Array<Uint8Array> = []
    for await (const piece of (await readRange(idOf(path), { first: 0, last: (file?.bytes ?? 0) - 1 })) ?? [])
      stored.push(piece)
    const { format, exif } = await sharp(Buffer.concat(stored)).metadata()
    expect([format, exif]).toEqual(["webp", undefined])
  })

  it("that is a GIF and a script at once is stored as a picture alone", async () => {
    const script = "*/=alert(1)//"
    const gif = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0a6" } })
      .gif()
      .toBuffer()
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])])
    // After the screen descriptor and its table of colours, blocks may follow in any order.
    const blocksAt = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1)
    const { readRange } = await run(StoredFiles)
    // Its width begins a comment of a script.
    const wide = Buffer.concat([gif, Buffer.from(script)])
    wide.write("/*", 6, "latin1")
    for (const [bytes, name] of [
      [Buffer.concat([gif, Buffer.from(script)]), "trailing.gif"],
      [wide, "wide.js"],
      [Buffer.concat([gif.subarray(0, blocksAt), comment, gif.subarray(blocksAt)]), "comment.js"],
    ] as const) {
      const path = await upload(bytes, name)
      await expect.poll(() => status(path)).toMatchObject({ state: "ready", media: { kind: "image" } })
      const [file] = await run(findOwnMedia(mara.personId, [idOf(path)]))
      const stored: Array<Uint8Array> = []
      for await (const piece of (await readRange(idOf(path), { first: 0, last: (file?.bytes ?? 1) - 1 })) ?? [])
        stored.push(piece)
      expect([name, file?.type, Buffer.concat(stored).subarray(0, 4).toString()]).toEqual([name, "image/webp", "RIFF"])
      expect(Buffer.concat(stored).includes(script)).toBe(false)
    }
  })

  it("is received once if the examination is cut short before the upload was closed", async () => {
    const bytes = await makeMp4()
    const path = await begin(bytes.length)
    await patch(path, 0, bytes)
    let calls = 0
    const { examine } = await run(StoredFiles)
    const failing = (file: ReceivedFile) =>
      Effect.andThen(
        MediaFiles.use((files) => files.receive(file)),
        Effect.die(new Error(`cut short ${++calls}`)),
      )
    await run(examine(failing as never))
    expect([calls, await status(path)]).toEqual([1, { state: "checking" }])
    await kit.sql`update media.upload set due_at = now() where media_id = ${idOf(path)}`
    await run(examineUploads)
    await expect.poll(() => status(path)).toMatchObject({ state: "ready" })
    const [{ count = 0 } = {}] = await kit.sql<Array<{ count: number }>>`
      select count(*)::int as count from es.event where stream = ${`media-${idOf(path)}`}`
    expect(count).toBe(1)
  })

  it("is deleted by its creator alone, with its bytes, and frees their storage", async () => {
    const path = await upload(await makeMp4())
    const id = idOf(path)
    await expect.poll(() => status(path)).toMatchObject({ state: "ready" })
    const usage = () => run(Uploads.use((uploads) => uploads.usage(mara.personId)))
    const before = (await usage()).usedBytes
    const remove = (person: TestPerson) =>
      run(Effect.result(MediaFiles.use((files) => files.remove(person.personId, id))))
    expect(await remove(jonas)).toMatchObject({ failure: { _tag: "NoMedia" } })
    await remove(mara)
    await expect.poll(() => run(findOwnMedia(mara.personId, [id]))).toEqual([])
    expect((await usage()).usedBytes).toBeLessThan(before)
    expect(await (await run(StoredFiles)).readRange(id, { first: 0, last: 1 })).toBeNull()
  })

  it("disappears with its creator, as do their uploads", async () => {
    const nora = await kit.people.make({})
    const path = await upload(await makeMp4(), "clip.mp4", nora)
    await begin(100, "open.mp4", nora)
    const [{ last = 0 } = {}] = await kit.sql<Array<{ last: number }>>`select max(position)::int as last from es.event`
    const { react } = await run(eraseMediaReactor)
    await react({
      type: "kernel.SubjectErased.v1",
      data: { subjectId: nora.personId, erasedAt: "2026-11-26T18:00:00.000Z" },
      position: last,
    } as never)
    expect(await (await run(StoredFiles)).readRange(idOf(path), { first: 0, last: 1 })).toBeNull()
    expect(await run(Uploads.use(({ list }) => list(nora.personId)))).toEqual([])
    // Their names went with them.
    await expect.poll(() => run(listMedia(nora.personId))).toEqual([])
  })
})
