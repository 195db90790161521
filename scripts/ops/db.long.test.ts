import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeTestHome, type Product, startProduct } from "#testing"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import { root } from "../run/root.ts"
import { type CommandRun, spawnOps } from "./testing/opsKit.ts"

const TITLES = ["Item 0", "Item 1"]
/** Maximum duration of each backup and restore of a small library. */
const MS_MAX = 5_000

let publisher: FaultServer
let home: string
let files: string
let product: Product | undefined
beforeAll(async () => {
  publisher = await startFaultServer()
  const items = TITLES.map((title) => `<item><guid>${title}</guid><title>${title}</title></item>`)
  publisher.serve("/feed.xml", `<rss version="2.0"><channel><title>Kept</title>${items.join("")}</channel></rss>`)
  home = makeTestHome()
  files = makeTestHome()
})
afterAll(async () => {
  await product?.stop()
  await publisher.close()
  for (const each of [home, files]) rmSync(each, { recursive: true, force: true })
})

const start = async () => {
  product = await startProduct({ home, env: { ALLOW_PRIVATE_FETCH: publisher.host } })
}
const stop = async () => {
  await product?.stop()
  product = undefined
}
const call = async (
  path: string,
  body: object,
): Promise<{ feed: { feedId: string }; items: Array<{ title: string }> }> => {
  const response = await fetch(`${product?.origin}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { message: string; data: never }
  if (!response.ok) throw new Error(answer.message)
  return answer.data
}
const begin = (...parameters: ReadonlyArray<string>) => {
  const compiled = join(root, ".quire", "compile-cache")
  return spawnOps({ DATABASE_URL: "", QUIRE_DATA_DIR: home, MASTER_KEY: "", NODE_COMPILE_CACHE: compiled }, parameters)
}
const ops = (...parameters: ReadonlyArray<string>): Promise<CommandRun> => begin(...parameters).ended
/** CPU time limit of the command on an idle machine. Wall-clock time would include other tests. */
const timed = async (work: () => Promise<CommandRun>): Promise<CommandRun & { readonly ms: number }> => {
  const began = spentByChildren_ms()
  const ran = await work()
  return { ...ran, ms: spentByChildren_ms() - began }
}
/** CPU time of exited children and their descendants (proc(5), stat: cutime and cstime, in hundredths of a second). */
const spentByChildren_ms = (): number => {
  if (!existsSync("/proc/self/stat")) return performance.now()
  const stat = readFileSync("/proc/self/stat", "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[13]) + Number(fields[14])) * 10
}

it("restores an embedded database completely, and the next start needs no further step", {
  timeout: 180_000,
}, async () => {
  const file = join(files, "quire.tar.gz")
  await start()
  const { feedId } = (await call("Feed/CreateLocalFeed", { url: `${publisher.origin}/feed.xml` })).feed

  const refused = await ops("db", "backup", file, "--yes")
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^Quire runs as process \d+\. Stop it/)])
  const kept = await ops("db", "restore", root, "--yes")
  expect([kept.code, kept.err]).toEqual([1, expect.stringMatching(/^Quire runs as process \d+\. Stop it/)])
  await stop()

  expect((await ops("db", "backup", file)).code).toBe(3)
  expect(existsSync(file)).toBe(false)
  const backup = await timed(() => ops("db", "backup", file, "--yes", "--json"))
  expect([backup.code, backup.json()]).toEqual([0, { plan: [expect.any(String)], done: true, result: { file } }])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(backup.ms).toBeLessThan(MS_MAX)
  expect((await ops("db", "backup", file, "--yes")).err).toContain("exists already")

  rmSync(home, { recursive: true })
  const restore = await timed(() => ops("db", "restore", file, "--yes", "--json"))
  expect([restore.code, restore.json()]).toMatchObject([0, { done: true, result: { file, kept: null } }])
  expect(restore.err).toContain("master.key")
  expect(restore.ms).toBeGreaterThan(0)
  expect(restore.ms).toBeLessThan(MS_MAX)

  await start()
  const preview = await call("Feed/PreviewFeed", { feedId })
  expect(preview.items.map(({ title }) => title).toSorted()).toEqual(TITLES)
  await stop()

  // Restoring over an existing cluster keeps the old one beside it, and a file that is not a backup changes nothing.
  writeFileSync(join(files, "broken.tar.gz"), "no archive")
  const broken = await ops("db", "restore", join(files, "broken.tar.gz"), "--yes")
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining("tar failed")])
  const again = await ops("db", "restore", file, "--yes", "--json")
  expect(again.json()).toMatchObject({ result: { kept: expect.stringContaining("before-") } })
  expect(readdirSync(join(home, "postgres")).filter((name) => name.startsWith("before-"))).toHaveLength(1)
  // The command starts its own PostgreSQL and stops it whichever way the command ends.
  const stats = await ops("events", "stats", "--json")
  expect(stats.json()).toMatchObject({
    types: expect.arrayContaining([expect.objectContaining({ type: "feeds.FeedAdded.v1" })]),
  })
  const { child, ended } = begin("events", "tail", "--follow")
  await once(child.stdout, "data")
  child.kill("SIGTERM")
  expect((await ended).code).toBe(143)
  expect(existsSync(join(home, "postgres", "data", "postmaster.pid"))).toBe(false)
})
