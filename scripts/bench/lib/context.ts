import { rmSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { migrate } from "../../run/migrate.ts"
import { startPostgres } from "../../run/postgres.ts"
import { makeTestHome, removeOrphans } from "../../testing/home.ts"
import type { BenchContext } from "./Bench.ts"

/** Creates the context of a benchmark, and the cleanup of everything it allocates. */
export function makeContext(parameters: ReadonlyArray<string>): { context: BenchContext; undo: () => Promise<void> } {
  const steps: Array<() => Promise<unknown> | unknown> = []
  const context: BenchContext = {
    log: (line) => process.stderr.write(`${line}\n`),
    parameters,
    defer: (step) => void steps.push(step),
    database: async () => {
      await removeOrphans()
      const home = makeTestHome()
      context.defer(() => rmSync(home, { recursive: true, force: true }))
      const server = await startPostgres(join(home, "postgres"), { durability: "durable" })
      context.defer(server.stop)
      const sql = postgres(server.url("postgres"), { max: 1 })
      await sql.unsafe("create database bench")
      await sql.end()
      await migrate(server.url("bench"))
      return server.url("bench")
    },
  }
  const undo = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) await step()
  }
  return { context, undo }
}
