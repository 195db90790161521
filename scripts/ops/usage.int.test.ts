import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeTestHome } from "#testing"
import { appendAccess, type OpsKit, spawnOps, startOpsKit } from "./testing/opsKit.ts"

let kit: OpsKit
let home: string
beforeAll(async () => {
  kit = await startOpsKit()
  home = makeTestHome()
  for (let n = 0; n < 3; n++) await appendAccess(kit.sql, n)
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await kit.stop()
})

const bare = (...parameters: ReadonlyArray<string>) =>
  spawnOps({ ...kit.env, DATABASE_URL: "", QUIRE_DATA_DIR: home, MASTER_KEY: "" }, parameters).ended

describe.concurrent("help", () => {
  it("lists every command and every exit code on standard output", async () => {
    const { code, out, err } = await kit.ops("help")
    expect({ code, err }).toEqual({ code: 0, err: "" })
    for (const text of ["projections", "events", "subjects", "feeds", "db", "2 wrong usage"])
      expect(out).toContain(text)
  })

  it("explains one command", async () => {
    const { code, out } = await kit.ops("help", "projections", "rebuild")
    expect(code).toBe(0)
    expect(out).toContain("--workers")
  })
})

describe.concurrent("wrong usage", () => {
  it.each([
    ["an unknown command", ["bogus"]],
    ["an unknown verb", ["projections", "bogus"]],
    ["a verb that is missing", ["projections"]],
    ["an unknown flag", ["projections", "status", "--bogus"]],
    ["no projection", ["projections", "rebuild"]],
    ["an unknown projection", ["projections", "rebuild", "bogus"]],
    ["both names and --all", ["projections", "verify", "items", "--all"]],
    ["too many workers", ["projections", "rebuild", "--all", "--workers", "99"]],
    ["--build for several", ["projections", "switch", "--all", "--build", "1"]],
    ["a skip without a reason", ["projections", "skip", "items"]],
    ["a subject that is no UUID", ["subjects", "erase", "somebody"]],
    ["no feed to refresh", ["feeds", "refresh"]],
  ])("%s exits with 2 and prints the reason as JSON", async (_, parameters) => {
    const { code, json, err } = await kit.ops(...parameters, "--json")
    expect(code).toBe(2)
    expect(json()).toEqual({ error: expect.stringMatching(/\w/) })
    expect(err).not.toMatch(/^\s+at /m)
  })
})

describe("a failed command", () => {
  it.each([
    ["an event that is not there", ["events", "show", "99999999999999999999"], "There is no event"],
    ["a stream that is not there", ["events", "show", "feed-nothing"], "There is no stream"],
    ["a build that is not there", ["projections", "drop", "items", "77"], "There is no build 77"],
    ["the live build", ["projections", "drop", "items", "1", "--yes"], "is the live build"],
    ["an unknown subject", ["subjects", "erase", "3f0e4d0a-6a1c-4e25-9c40-4d43f7f2a111"], "Neither a key"],
    ["an unknown feed", ["feeds", "refresh", "0123456789abcdefghjk"], "has no feed"],
  ])("%s exits with 1 and one line", async (_, parameters, text) => {
    const { code, err, json } = await kit.ops(...parameters, "--json")
    expect(code).toBe(1)
    expect(err.trim().split("\n")).toHaveLength(1)
    expect(json()).toEqual({ error: expect.stringContaining(text) })
  })

  it("prints one line without the password if the connection fails", async () => {
    const env = { ...kit.env, DATABASE_URL: "postgres://quire:hidden-secret@127.0.0.1:1/quire" }
    const { code, out, err } = await spawnOps(env, ["projections", "status", "--json"]).ended
    expect(code).toBe(1)
    expect(JSON.parse(out).error).toContain("The database cannot be used")
    expect(out + err).not.toContain("hidden-secret")
  })

  it("prints one line without the password if the password is wrong", async () => {
    const address = new URL(kit.url)
    address.password = "hidden-secret"
    const { code, err } = await spawnOps({ ...kit.env, DATABASE_URL: address.href }, ["events", "stats"]).ended
    expect(code).toBe(1)
    expect(err).toContain("The database cannot be used")
    expect(err).not.toContain("hidden-secret")
  })

  it("refuses a mistyped directory before it becomes a database", async () => {
    const nowhere = join(home, "nowhere")
    const env = { ...kit.env, DATABASE_URL: "", QUIRE_DATA_DIR: nowhere, MASTER_KEY: "" }
    const { code, err } = await spawnOps(env, ["projections", "status"]).ended
    expect([code, err]).toEqual([1, `There is no embedded database in ${nowhere}. npm start creates one.\n`])
    expect(readdirSync(home)).not.toContain("nowhere")
  })

  it("refuses to create a new master key beside an old database", async () => {
    const empty = join(home, "empty")
    mkdirSync(empty)
    const { code, err } = await spawnOps({ ...kit.env, QUIRE_DATA_DIR: empty, MASTER_KEY: "" }, ["events", "stats"])
      .ended
    expect([code, err]).toEqual([1, expect.stringContaining("no master key")])
    expect(readdirSync(empty)).toEqual([])
  })

  it("refuses a database of another schema version before reading it", async () => {
    const [last] = await kit.sql<Array<{ number: number }>>`
      delete from meta.migration where number = (select max(number) from meta.migration) returning *`
    const { code, err } = await kit.ops("projections", "status")
    await kit.sql`insert into meta.migration ${kit.sql(last ?? {})}`
    expect([code, err]).toEqual([1, expect.stringMatching(/^The database lacks \d{4}_.*npm run migrate/)])
  })

  it("refuses to back up a missing database", async () => {
    const { code, err } = await bare("db", "backup", join(home, "copy.tar.gz"), "--yes")
    expect([code, err]).toEqual([1, expect.stringContaining("no embedded database")])
  })
})

describe("the log", () => {
  it("shows its newest events as a table and as one JSON document", async () => {
    const { code, out } = await kit.ops("events", "tail", "-n", "2")
    expect(code).toBe(0)
    expect(out.trim().split("\n")).toHaveLength(2)
    const document = (await kit.ops("events", "tail", "-n", "2", "--json")).json()
    expect(document).toMatchObject({
      events: [{ type: "library.NewsAccessed.v1" }, { type: "library.NewsAccessed.v1" }],
    })
  })

  it("is followed until a signal, with one JSON document per line", async () => {
    const { child, ended, out } = spawnOps(kit.env, ["events", "tail", "--lines", "0", "--follow", "--json"])
    const position = await new Promise<number>((resolve) => {
      child.stdout.once("data", () => resolve(JSON.parse(out().split("\n")[0] ?? "").position))
      // Waits for the first read: the command shows only what is appended after it.
      const append = async () => {
        while (out() === "") await appendAccess(kit.sql, 4)
      }
      append()
    })
    child.kill("SIGINT")
    const { code } = await ended
    expect(code).toBe(130)
    expect(position).toBeGreaterThan(0)
  })

  it("shows one event with all its data, and the history of a stream", async () => {
    const position = await appendAccess(kit.sql, 5)
    expect((await kit.ops("events", "show", String(position), "--json")).json()).toMatchObject({
      event: { position, actor: "test", has_sealed_part: false, data: { from: "pc" } },
    })
    expect((await kit.ops("events", "show", "access-0a1b2c3d4e5f6g7h8j9k:2026-11-25", "--json")).json()).toMatchObject({
      whole: true,
      events: [{ position, version: 1 }],
    })
  })

  it("is counted by event type", async () => {
    const document = (await kit.ops("events", "stats", "--json")).json()
    expect(document).toMatchObject({ running: [], types: [{ type: "library.NewsAccessed.v1" }], partitions: [{}] })
  })

  it("ends without an error when the reader of the output closes the pipe", async () => {
    const { child, ended } = spawnOps(kit.env, ["events", "tail", "--follow"])
    child.stdout.once("data", () => {
      child.stdout.destroy()
      void appendAccess(kit.sql, 6)
    })
    const { code, err } = await ended
    expect([code, err]).toEqual([0, ""])
  })
})
