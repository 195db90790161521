import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { projections } from "../projections/registry.ts"
import { appendAccesses, type CommandRun, spawnOps } from "../scripts/ops/testing/opsKit.ts"
import { root } from "../scripts/run/root.ts"
import { hourly, startLibrary, type TestLibrary } from "./lib/index.ts"

const NAMES = ["Alpha", "Bravo", "Charlie"]
const ITEMS = 4
/** Enough events for a rebuild that can be killed halfway. */
const ACCESSES = 50_000
/** Four readers without pauses would take half of a small machine from the rebuild. */
const READING_PAUSE_MS = 50

const key = randomBytes(32).toString("hex")
let library: TestLibrary
let sql: SqlClient
let cookie: string
beforeAll(async () => {
  library = await startLibrary({ MASTER_KEY: key })
  sql = connect(library.site.databaseUrl, { connectionsMax: 1, name: "test" })
  const ids: Array<string> = []
  for (const name of NAMES) ids.push((await library.add(name, hourly(name, ITEMS))).feedId)
  cookie = `quire_follows=${encodeURIComponent(new URLSearchParams({ "": ids.join(".") }).toString())}`
})
afterAll(async () => {
  await sql?.end()
  await library?.stop()
})

const begin = (...parameters: ReadonlyArray<string>) =>
  spawnOps(
    {
      DATABASE_URL: library.site.databaseUrl,
      MASTER_KEY: key,
      NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"),
    },
    ["projections", ...parameters],
  )
const ops = (...parameters: ReadonlyArray<string>): Promise<CommandRun> => begin(...parameters).ended

/** What every response of a path must contain, whatever operators do. */
const titles = NAMES.flatMap((name) => hourly(name, ITEMS).map(({ title }) => title))
const WATCHED: ReadonlyArray<{ readonly path: string; readonly holds: ReadonlyArray<string> }> = [
  { path: "/newsfeeds", holds: titles },
  { path: "/", holds: ["</html>"] },
  { path: "/channel", holds: NAMES },
  { path: "/api/Feed/MostPopularFeeds?pageSize=50", holds: NAMES },
]

/** Requests the pages in a loop until stopped. Returns the number of requests and the wrong responses. */
const readOnAndOn = () => {
  const wrong = new Set<string>()
  let isOver = false
  let answers = 0
  let readers = 0
  const request = async ({ path, holds }: (typeof WATCHED)[number]) => {
    try {
      readers += 1
      const headers = { cookie, "x-forwarded-for": `198.51.${Math.floor(readers / 250) % 250}.${readers % 250}` }
      const response = await fetch(library.site.origin + path, { headers })
      const text = await response.text()
      const missing = holds.filter((part) => !text.includes(part))
      if (response.status !== 200 || missing.length > 0) wrong.add(`${path}: ${response.status}, without ${missing}`)
      answers += 1
    } catch (error) {
      wrong.add(`${path}: ${error}`)
    }
  }
  const over = Promise.all(
    WATCHED.map(async (watched) => {
      while (!isOver) {
        await request(watched)
        await setTimeout(READING_PAUSE_MS)
      }
    }),
  )
  return async () => {
    isOver = true
    await over
    return { wrong: [...wrong], answers }
  }
}

describe("replaying every read model while the site serves", () => {
  it("fails no request and shows every item in each response", { timeout: 180_000 }, async () => {
    const stopReading = readOnAndOn()
    const ran: Array<CommandRun> = []
    for (const verb of ["rebuild", "verify", "switch", "rollback"]) {
      ran.push(await ops(verb, "--all", ...(verb === "verify" ? [] : ["--yes"]), "--json"))
    }
    const { wrong, answers } = await stopReading()

    expect(ran.map(({ code, err }) => (code === 0 ? code : err))).toEqual([0, 0, 0, 0])
    expect(wrong).toEqual([])
    expect(answers).toBeGreaterThan(WATCHED.length)
    const [, verified, switched, rolledBack] = ran.map(({ json }) => json() as unknown)
    const all = (part: object) => projections.map(({ name }) => ({ name, ...part }))
    expect(verified).toMatchObject({ equal: true, verified: all({ live: 1, newest: 2, equal: true }) })
    expect(switched).toMatchObject({ done: true, result: all({ from: 1, to: 2 }) })
    expect(rolledBack).toMatchObject({ done: true, result: all({ from: 2, to: 1 }) })
  })
})

describe("a rebuild that is killed", () => {
  it("leaves nothing that the next rebuild does not clean up", { timeout: 180_000 }, async () => {
    await appendAccesses(sql, ACCESSES)
    const stopReading = readOnAndOn()
    const killed = begin("rebuild", "access", "--yes")
    const filling = () =>
      sql<Array<{ build: number }>>`select build from es.projection where name = 'access' and status = 'filling'`
    let [half] = await filling()
    while (half === undefined) [half] = await filling()
    killed.child.kill("SIGKILL")
    expect((await killed.ended).code).toBe("SIGKILL")
    expect(await filling()).toEqual([half])

    const again = await ops("rebuild", "access", "--workers", "2", "--yes", "--json")
    expect([again.code, again.code === 0 ? "" : again.err]).toEqual([0, ""])
    expect(again.json()).toMatchObject({
      result: [{ name: "access", build: half.build + 1, events: ACCESSES, faults: 0 }],
    })
    expect(await filling()).toEqual([])
    const left = await sql`select from information_schema.schemata where schema_name = ${`rm_access_${half.build}`}`
    expect(left).toHaveLength(0)
    const verified = await ops("verify", "access", "--json")
    expect(verified.json()).toMatchObject({ equal: true, verified: [{ newest: half.build + 1, equal: true }] })
    expect((await stopReading()).wrong).toEqual([])
  })
})
