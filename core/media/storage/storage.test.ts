import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startS3Server } from "../testing/s3Server.ts"
import { folderStorage } from "./folderStorage.ts"
import type { Storage } from "./Storage.ts"
import { s3Storage } from "./s3Storage.ts"

const credentials = { accessKey: "quire", secretKey: "a/secret+key", region: "eu-central-1" }
const folder = mkdtempSync(join(tmpdir(), "quire-pictures-"))
let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  server = await startS3Server({ ...credentials, bucket: "pictures" })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

/** Longer than two parts of a multipart upload, and different at each place. */
const LONG = Buffer.alloc(
  20_000_000,
  Uint8Array.from({ length: 251 }, (_, at) => at),
)

async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function* broken() {
  yield LONG.subarray(0, 9_000_000)
  throw new Error("broken off")
}

const collect = async (body: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> => {
  if (body === null) return null
  const pieces: Array<Uint8Array> = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

const bucket = (key = "quire:a/secret+key", region = credentials.region) => s3Storage({ url: server.url, region, key })
const places: ReadonlyArray<[string, () => Storage]> = [
  ["a folder", () => folderStorage(folder)],
  ["a bucket", () => bucket()],
]

describe.each(places)("%s", (_, open) => {
  it("returns what was written, replaces and deletes it", async () => {
    const storage = open()
    expect(await storage.read("ab/abc.webp")).toBeNull()
    await storage.write("ab/abc.webp", Buffer.from("one"))
    await storage.write("ab/abc.webp", Buffer.from("two"))
    expect(Buffer.from((await storage.read("ab/abc.webp")) ?? []).toString()).toBe("two")
    await storage.remove("ab/abc.webp")
    await storage.remove("ab/abc.webp")
    expect(await storage.read("ab/abc.webp")).toBeNull()
  })

  it("stores a stream of any length and returns ranges of it", async () => {
    const storage = open()
    expect(await storage.writeStream("media/ab-1", inPieces(LONG, 700_001))).toBe(LONG.length)
    expect(await storage.size("media/ab-1")).toBe(LONG.length)
    for (const [first, last] of [
      [0, 0],
      [8_388_600, 8_388_700],
      [300_000, 9_300_000],
      [LONG.length - 3, LONG.length - 1],
    ] as const) {
      const read = await collect(await storage.readRange("media/ab-1", { first, last }))
      expect(read?.equals(LONG.subarray(first, last + 1))).toBe(true)
    }
    await storage.remove("media/ab-1")
    expect(await storage.size("media/ab-1")).toBeNull()
    expect(await storage.readRange("media/ab-1", { first: 0, last: 1 })).toBeNull()
  })

  it("stores short and empty streams", async () => {
    const storage = open()
    expect(await storage.writeStream("media/ab-2", inPieces(Buffer.from("short"), 2))).toBe(5)
    expect(await storage.writeStream("media/ab-3", inPieces(Buffer.alloc(0), 2))).toBe(0)
    expect(await storage.size("media/ab-2")).toBe(5)
    expect(await storage.size("media/ab-3")).toBe(0)
  })

  it("leaves nothing of a stream that fails, and keeps what was there before", async () => {
    const storage = open()
    await storage.writeStream("media/ab-4", inPieces(Buffer.from("before"), 6))
    await expect(storage.writeStream("media/ab-4", broken())).rejects.toThrow("broken off")
    await expect(storage.writeStream("media/ab-5", broken())).rejects.toThrow("broken off")
    expect((await collect(await storage.readRange("media/ab-4", { first: 0, last: 5 })))?.toString()).toBe("before")
    expect(await storage.size("media/ab-5")).toBeNull()
    expect(server.openUploads()).toBe(0)
    expect(readdirSync(join(folder, "pictures", "media")).filter((name) => name.endsWith(".tmp"))).toEqual([])
  })
})

it("frees the memory of a body that nobody else reads, and of no other one", async () => {
  const storage = folderStorage(folder)
  const pieces = () => {
    const whole = Buffer.from(new ArrayBuffer(2_000_000)).fill("a")
    const shared = Buffer.from(new ArrayBuffer(3_000_000)).fill("b")
    return { whole, part: shared.subarray(0, 2_000_000), both: [whole, shared.subarray(0, 2_000_000)] }
  }
  const stream = async function* (all: ReadonlyArray<Buffer>) {
    yield* all
  }
  const kept = pieces()
  await storage.writeStream("media/ab-6", stream(kept.both))
  expect([kept.whole.length, kept.part.length]).toEqual([2_000_000, 2_000_000])
  const owned = pieces()
  expect(await storage.writeStream("media/ab-7", stream(owned.both), { isBodyOwned: true })).toBe(4_000_000)
  expect([owned.whole.length, owned.part.length]).toEqual([0, 2_000_000])
  expect((await storage.read("media/ab-7"))?.subarray(1_999_999, 2_000_001).toString()).toBe("ab")
})

it("reads a range into memory of the caller", async () => {
  const storage = folderStorage(folder)
  await storage.writeStream("media/ab-8", inPieces(LONG, 1_000_000))
  const buffer = Buffer.alloc(1_000)
  const read: Array<Buffer> = []
  for await (const piece of (await storage.readRange("media/ab-8", { first: 5, last: 3_504 }, buffer)) ?? []) {
    expect(piece.buffer).toBe(buffer.buffer)
    read.push(Buffer.from(piece))
  }
  expect(Buffer.concat(read).equals(LONG.subarray(5, 3_505))).toBe(true)
})

it("closes the file of a range that its reader abandons", async () => {
  const storage = folderStorage(folder)
  await storage.writeStream("media/ab-6", inPieces(LONG, 1_000_000))
  const before = readdirSync("/dev/fd").length
  for (let count = 0; count < 50; count++) {
    for await (const piece of (await storage.readRange("media/ab-6", { first: 0, last: 9_000_000 })) ?? []) {
      if (piece.length > 0) break
    }
  }
  expect(readdirSync("/dev/fd").length - before).toBeLessThan(10)
})

it("aborts a multipart upload if the bucket refuses a part", async () => {
  server.failPart(2)
  await expect(bucket().writeStream("media/ab-7", inPieces(LONG, 1_000_000))).rejects.toThrow("500")
  server.failPart(0)
  expect(await bucket().size("media/ab-7")).toBeNull()
  expect(server.openUploads()).toBe(0)
})

it("leaves no unfinished files in a folder", async () => {
  await folderStorage(folder).write("cd/cde.webp", Buffer.from("x"))
  expect(readdirSync(join(folder, "pictures", "cd"))).toEqual(["cde.webp"])
})

it("stores files in a bucket with their content type", async () => {
  await bucket().write("ef/efg.webp", Buffer.from("x"))
  expect(server.files.get("/pictures/ef/efg.webp")?.type).toBe("image/webp")
})

it.each([
  ["another key", () => bucket("other:a/secret+key")],
  ["another secret", () => bucket("quire:another")],
  ["another region", () => bucket(undefined, "us-east-1")],
  [
    "another time",
    () =>
      s3Storage(
        { url: server.url, region: credentials.region, key: "quire:a/secret+key" },
        () => Date.now() - 3_600_000,
      ),
  ],
])("a bucket refuses %s, which does not count as a missing picture", async (_, open) => {
  await expect(open().read("ab/abc.webp")).rejects.toThrow("403")
  await expect(open().write("ab/abc.webp", Buffer.from("x"))).rejects.toThrow("403")
})

it("reports a failing bucket", async () => {
  server.fail(true)
  await expect(bucket().read("ab/abc.webp")).rejects.toThrow("503")
  await expect(bucket().remove("ab/abc.webp")).rejects.toThrow("503")
  server.fail(false)
})
