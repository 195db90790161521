import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { openStorage, type Storage } from "#core/media"
import { startS3Server } from "../../../core/media/testing/s3Server.ts"
import { makeTestHome } from "../../testing/home.ts"
import { readIndex } from "./bucket.ts"
import { fetchBackups } from "./fetchBackups.ts"
import { openUpload, uploadChanges } from "./uploadBackups.ts"

const KEYS = { accessKey: "access", secretKey: "secret", region: "us-east-1" }
const NOW_MS = Date.parse("2026-11-28T12:00:00Z")
const DAY_MS = 86_400_000
const everything = () => true

let server: Awaited<ReturnType<typeof startS3Server>>
let bucket: Storage
let [home, here, there] = ["", "", ""]

beforeAll(async () => {
  server = await startS3Server({ bucket: "backups", ...KEYS })
  bucket = openStorage({ bucket: { url: server.url, region: KEYS.region, key: "access:secret" } }, "")
})
beforeEach(() => {
  server.files.clear()
  if (home !== "") rmSync(home, { recursive: true })
  home = makeTestHome()
  ;[here, there] = [join(home, "here"), join(home, "there")]
  mkdirSync(here)
})
afterAll(async () => {
  rmSync(home, { recursive: true })
  await server?.close()
})

const put = (name: string, text: string, daysAgo = 0) => {
  const file = join(here, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, new Date(NOW_MS - daysAgo * DAY_MS), new Date(NOW_MS - daysAgo * DAY_MS))
}
const putCopy = (name: string, daysAgo: number) => {
  const beganAt = new Date(NOW_MS - daysAgo * DAY_MS)
  put(`copies/${name}/data.tar.gz`, `data of ${name}`, daysAgo)
  put(`copies/${name}/backup_label`, "label", daysAgo)
  put(`copies/${name}/copy.json`, JSON.stringify({ beganAt, endedAt: new Date(beganAt.getTime() + 60_000) }), daysAgo)
}
const upload = async (system = "1", nowMs = NOW_MS) =>
  uploadChanges(here, await openUpload(bucket, system), everything, nowMs)
const names = async () => (await readIndex(bucket))?.files.map(({ name }) => name).toSorted()

it("a bucket has what the directory has, except for files that are not complete", async () => {
  putCopy("a", 2)
  put("wal/1.gz", "one")
  put("wal/2.open", "\0".repeat(100_000))
  put("wal/.3.open", "begun")
  put("copies/b.partial/data.tar.gz", "begun")
  put("erasures.ndjson", "{}\n")
  await upload()
  expect(await names()).toEqual([
    ...["copies/a/backup_label", "copies/a/copy.json", "copies/a/data.tar.gz"],
    ...["erasures.ndjson", "wal/1.gz", "wal/2.open"],
  ])
  expect([...server.files.keys()]).toContain("/backups/wal/2.open.gz")
})

it("only changes are sent, and an archived segment replaces the copy that was made while it was open", async () => {
  put("wal/1.gz", "one")
  put("wal/2.open", "begun")
  await upload()
  server.files.clear()
  put("wal/2.gz", "two")
  rmSync(join(here, "wal/2.open"))
  const sent = await openUpload(bucket, "1")
  for (const name of ["wal/1.gz", "wal/2.open"]) sent.known.set(name, { name, size: 3, mtimeMs: NOW_MS })
  await uploadChanges(here, sent, everything, NOW_MS)
  expect([...server.files.keys()].toSorted()).toEqual(["/backups/index.json", "/backups/wal/2.gz"])
  expect(await names()).toEqual(["wal/1.gz", "wal/2.gz"])
})

it("a new disk removes nothing from the bucket that is younger than 30 days, and never the record of erasures", async () => {
  putCopy("a", 29)
  put("wal/1.gz", "one", 31)
  put("erasures.ndjson", "{}\n", 31)
  await upload()
  rmSync(here, { recursive: true })
  mkdirSync(here)
  await upload()
  expect(await names()).toContain("copies/a/data.tar.gz")
  expect(await names()).toContain("erasures.ndjson")
  expect(await names()).not.toContain("wal/1.gz")
  expect([...server.files.keys()]).not.toContain("/backups/wal/1.gz")
})

it("another database cannot replace the backups", async () => {
  put("wal/1.gz", "one")
  await upload("1")
  await expect(upload("2")).rejects.toThrow("another database")
})

it("a failure in the middle leaves the index as it was, and the next attempt completes it", async () => {
  put("wal/1.gz", "one")
  await upload()
  put("wal/2.gz", "two")
  server.fail(true)
  await expect(upload()).rejects.toThrow()
  server.fail(false)
  expect(await names()).toEqual(["wal/1.gz"])
  await upload()
  expect(await names()).toEqual(["wal/1.gz", "wal/2.gz"])
})

it("a restore fetches the copy from before the time, the log since then and the records, and leaves what is there", async () => {
  putCopy("2026-11-20", 8)
  putCopy("2026-11-24", 4)
  putCopy("2026-11-27", 1)
  put("wal/old.gz", "old", 6)
  put("wal/2.history", "history", 6)
  put("wal/new.gz", "new", 3)
  put("wal/newest.open", "newest".repeat(1_000))
  put("erasures.ndjson", "{}\n", 6)
  await upload()
  mkdirSync(join(there, "wal"), { recursive: true })
  writeFileSync(join(there, "wal/new.gz"), "is there")
  const fetched = await fetchBackups(bucket, there, new Date(NOW_MS - 2 * DAY_MS))
  expect(fetched).toMatchObject({ copy: "2026-11-24", files: 6 })
  const read = (name: string) => readFileSync(join(there, name), "utf8")
  expect(read("copies/2026-11-24/data.tar.gz")).toBe("data of 2026-11-24")
  expect(read("wal/newest.open")).toBe("newest".repeat(1_000))
  expect(read("wal/new.gz")).toBe("is there")
  expect(statSync(join(there, "wal/2.history")).mtimeMs).toBe(NOW_MS - 6 * DAY_MS)
  for (const name of ["copies/2026-11-20", "copies/2026-11-27", "wal/old.gz"])
    expect(existsSync(join(there, name))).toBe(false)
  expect(await fetchBackups(bucket, there, new Date(NOW_MS - 9 * DAY_MS))).toBeNull()
  expect(await fetchBackups(bucket, there, null)).toMatchObject({ copy: "2026-11-27" })
})
