import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import { CHUNK_BYTES_MAX } from "#contract/media"
import { openPeople, TEST_MASTER_KEY, type TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { fileNameOf } from "../../../core/media/storage/MediaStorage.ts"
import { makeMp4 } from "../../../core/media/testing/sampleMedia.ts"
import { freePort } from "../../run/ports.ts"
import { waitUntil } from "../../run/processes.ts"
import { startProduct } from "../../testing/product.ts"
import type { BenchContext, Figures } from "../lib/Bench.ts"
import { interleaved } from "../lib/interleaved.ts"
import { gateFile } from "./gateFile.ts"

const FILE_BYTES = 1024 ** 3
const PART_BYTES = 1024 * 1024
const READERS = 8
const READ_MS = 3_000
const UPLOADS = 2
const CHUNKS = 12
const CHECKED_MS_MAX = 300_000
const TUS = { "tus-resumable": "1.0.0" }

/**
 * Ranges of a gated file, signed and with the level checked at each request, against sirv on the same file; and uploads
 * through two web processes, against processes that stream request bodies to a file.
 */
export const measureFiles = async ({ log, defer, database }: BenchContext): Promise<Figures> => {
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-files-"))
  defer(() => rmSync(folder, { recursive: true, force: true }))
  // Two products share their files, as two machines share a bucket.
  const [home, otherHome] = [join(folder, "a"), join(folder, "b")]
  mkdirSync(join(home, "media"), { recursive: true })
  mkdirSync(otherHome)
  symlinkSync(join(home, "media"), join(otherHome, "media"))
  const databaseUrl = await database()
  const env = { MASTER_KEY: TEST_MASTER_KEY, DEMO: "false", READ_YOUR_WRITES_MS: "30000" }
  log("starting the product and a second web process")
  const product = await startProduct({ databaseUrl, home, env })
  defer(product.stop)
  const second = await startProduct({ databaseUrl, home: otherHome, env: { ...env, ROLES: "web" } })
  defer(second.stop)
  const people = openPeople({ url: databaseUrl })
  const [owner, reader] = [await people.make(), await people.make()]
  await people.close()
  const channel = await makeCreator(databaseUrl, owner)

  log("uploading a file of 1 GB")
  const mediaId = await uploadLarge(product.origin, owner)
  const path = await gateFile({ ...{ databaseUrl, origin: product.origin, owner, reader, mediaId }, ...channel })
  const stored = join(home, "media", fileNameOf(mediaId))
  const bare = [await startBare(dirname(stored), defer), await startBare(dirname(stored), defer)]

  const cookie = `quire_session=${reader.token}`
  const ranges = await interleaved(
    {
      signed: () => rangeRate(product.origin, path, { cookie }),
      sirv: () => rangeRate(bare[0] ?? "", `/${mediaId}`, {}),
    },
    { log },
  )
  const uploads = await interleaved(
    {
      tus: () => uploadRate((at) => sendParts([product.origin, second.origin], owner, at)),
      write: () => uploadRate((at) => writeParts(bare, at)),
    },
    { log },
  )
  return {
    ratios: { range_vs_static: ranges.ratio("signed", "sirv"), upload_vs_write: uploads.ratio("tus", "write") },
    absolute: {
      ranges_per_s: ranges.median("signed"),
      static_ranges_per_s: ranges.median("sirv"),
      upload_mb_per_s: uploads.median("tus"),
      write_mb_per_s: uploads.median("write"),
    },
  }
}

const startBare = async (folder: string, defer: BenchContext["defer"]): Promise<string> => {
  const port = await freePort()
  const program = fileURLToPath(new URL("./bareFilesProcess.ts", import.meta.url))
  const child = fork(program, [folder, String(port)], { env: { ...process.env, NODE_ENV: "production" } })
  defer(() => void child.disconnect())
  await once(child, "message")
  return `http://127.0.0.1:${port}`
}

/** Ranges of 1 MB at random places, a second. */
const rangeRate = async (origin: string, path: string, headers: Record<string, string>): Promise<number> => {
  const pool = new Pool(origin, { connections: READERS })
  const began = performance.now()
  let answered = 0
  const read = async () => {
    while (performance.now() - began < READ_MS) {
      const first = Math.floor(Math.random() * (FILE_BYTES / PART_BYTES - 1)) * PART_BYTES
      const range = `bytes=${first}-${first + PART_BYTES - 1}`
      const { statusCode, body } = await pool.request({ path, method: "GET", headers: { ...headers, range } })
      let bytes = 0
      for await (const piece of body) bytes += (piece as Uint8Array).length
      if (statusCode !== 206 || bytes !== PART_BYTES) throw new Error(`${path} answered ${statusCode}, ${bytes} bytes`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  const perSecond = answered / ((performance.now() - began) / 1_000)
  await pool.close()
  return perSecond
}

/** Megabytes a second of some uploads at once. */
const uploadRate = async (send: (at: number) => Promise<void>): Promise<number> => {
  const began = performance.now()
  await Promise.all(Array.from({ length: UPLOADS }, (_, at) => send(at)))
  return (UPLOADS * CHUNKS * CHUNK_BYTES_MAX) / 1e6 / ((performance.now() - began) / 1_000)
}

const CHUNK = Buffer.alloc(CHUNK_BYTES_MAX, "quire")

/** Sends parts of one upload to web processes in turn, and deletes it. It never completes. */
const sendParts = async (origins: ReadonlyArray<string>, owner: TestPerson, at: number): Promise<void> => {
  const [origin = ""] = origins
  const path = await create(origin, owner, CHUNKS * CHUNK_BYTES_MAX + 1)
  for (let part = 0; part < CHUNKS; part++)
    await patch(origins[(at + part) % origins.length] ?? "", path, owner, part * CHUNK_BYTES_MAX, CHUNK)
  await fetch(origin + path, { method: "DELETE", headers: headersOf(owner) })
}

/** The same to bare processes, which also keep each part in a file of its own until the end. */
const writeParts = async (origins: ReadonlyArray<string>, at: number): Promise<void> => {
  const request = async (part: number, init: RequestInit) => {
    const response = await fetch(`${origins[(at + part) % origins.length]}/${at}-${part}`, init)
    if (response.status !== 204) throw new Error(`the bare process answered ${response.status}`)
  }
  for (let part = 0; part < CHUNKS; part++) await request(part, { method: "POST", body: CHUNK })
  for (let part = 0; part < CHUNKS; part++) await request(part, { method: "DELETE" })
}

const headersOf = ({ token }: TestPerson) => ({ ...TUS, cookie: `quire_session=${token}` })

const create = async (origin: string, owner: TestPerson, bytes: number): Promise<string> => {
  const headers = { ...headersOf(owner), "upload-length": String(bytes) }
  const response = await fetch(`${origin}/media/uploads`, { method: "POST", headers })
  if (response.status !== 201) throw new Error(`creating an upload answered ${response.status}`)
  return response.headers.get("location") ?? ""
}

const patch = async (
  origin: string,
  path: string,
  owner: TestPerson,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
) => {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }
  const response = await fetch(origin + path, { method: "PATCH", headers: { ...headersOf(owner), ...headers }, body })
  if (response.status !== 204) throw new Error(`a part answered ${response.status}: ${await response.text()}`)
}

/** Uploads a video of FILE_BYTES and a little more: a short one with a long box of free space. Returns its id. */
const uploadLarge = async (origin: string, owner: TestPerson): Promise<string> => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write("free", 4)
  head.writeBigUInt64BE(BigInt(FILE_BYTES), 8)
  const start = Buffer.concat([await makeMp4(), head])
  const total = start.length + FILE_BYTES - head.length
  const path = await create(origin, owner, total)
  await patch(origin, path, owner, 0, start)
  for (let at = start.length; at < total; at += CHUNK_BYTES_MAX)
    await patch(origin, path, owner, at, CHUNK.subarray(0, Math.min(CHUNK_BYTES_MAX, total - at)))
  let state = ""
  const isChecked = await waitUntil(async () => {
    const response = await fetch(origin + path, { headers: headersOf(owner) })
    state = ((await response.json()) as { readonly state: string }).state
    return state !== "checking"
  }, CHECKED_MS_MAX)
  if (!isChecked || state !== "ready") throw new Error(`the file is ${state}`)
  return path.split("/").at(-1) ?? ""
}
