import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startS3Server } from "../testing/s3Server.ts"
import { folderStorage, type Storage } from "./folderStorage.ts"
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
