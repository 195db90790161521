import { spawnSync } from "node:child_process"
import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeTestHome } from "#testing"
import { appendAccess, startOpsKit } from "../testing/opsKit.ts"

/** PostgreSQL's client programs refuse a server with a newer version. */
const SERVER = 18
const version = Number(/\d+/.exec(spawnSync("pg_dump", ["--version"], { encoding: "utf8" }).stdout ?? "")?.[0] ?? 0)

describe.skipIf(version < SERVER)(`a database of one's own (needs pg_dump ${SERVER} or newer)`, () => {
  it("restores a database as it was when it was dumped, but not while it is in use", { timeout: 120_000 }, async () => {
    const kit = await startOpsKit()
    const home = makeTestHome()
    try {
      const file = join(home, "quire.dump")
      const events = async () =>
        (await kit.sql<Array<{ count: number }>>`select count(*) as count from es.event`)[0]?.count
      await appendAccess(kit.sql, 1)
      expect((await kit.ops("db", "backup", file, "--yes")).code).toBe(0)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      await appendAccess(kit.sql, 2)
      expect((await kit.ops("projections", "rebuild", "--all", "--yes")).code).toBe(0)

      await kit.sql`set application_name = 'quire'`
      expect((await kit.ops("db", "restore", file, "--yes")).err).toContain("Stop it on every machine")
      expect(await events()).toBe(2)
      await kit.sql`set application_name = 'test'`
      expect((await kit.ops("db", "restore", file, "--yes")).code).toBe(0)
      expect(await events()).toBe(1)
      // A build created after the dump is removed with its tables, so its number is free again.
      expect((await kit.ops("projections", "rebuild", "--all", "--yes")).code).toBe(0)
    } finally {
      await kit.stop()
      rmSync(home, { recursive: true, force: true })
    }
  })
})
