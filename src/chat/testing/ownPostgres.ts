import { rmSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { makeTestHome, type TestDatabase } from "#testing"
import { migrate } from "../../../scripts/run/migrate.ts"
import { startPostgres } from "../../../scripts/run/postgres.ts"

const NAME = "quire"

/** A PostgreSQL server for one test that keeps committed data, with a migrated database. */
export type OwnPostgres = TestDatabase & {
  /** Kills the server and restarts it with the same data and port. */
  readonly crash: () => Promise<void>
}

export const ownPostgres = async (): Promise<OwnPostgres> => {
  const home = makeTestHome()
  const data = join(home, "postgres")
  let server = await startPostgres(data, { durability: "durable" })
  const { port } = server
  const sql = postgres(server.url("postgres"), { max: 1 })
  await sql.unsafe(`create database ${NAME}`)
  await sql.end()
  const url = server.url(NAME)
  await migrate(url)
  return {
    url,
    crash: async () => {
      process.kill(server.pid, "SIGKILL")
      await server.ended
      server = await startPostgres(data, { durability: "durable", port })
      if (server.port !== port) throw new Error(`Port ${port} was taken while PostgreSQL was away`)
    },
    drop: async () => {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
