import { rmSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { migrate } from "../run/migrate.ts"
import { startPostgres } from "../run/postgres.ts"
import { makeTestHome, removeOrphans } from "./home.ts"

/** Name of the migrated template that every test database is copied from. */
export const TEMPLATE = "quire_template"

/** A PostgreSQL for tests with a migrated template. `stop` removes it completely. */
export interface TestCluster {
  /** Connection string of its database `postgres`. */
  readonly url: string
  /** Connection string of the migrated template. Connections must be closed before it can be copied. */
  readonly templateUrl: string
  readonly stop: () => Promise<void>
}

/** Starts the cluster of this process in the system's directory for temporary files. */
export async function startTestCluster(): Promise<TestCluster> {
  await removeOrphans()
  const home = makeTestHome()
  const server = await startPostgres(join(home, "postgres"), { durability: "throwaway" })
  const stop = async () => {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const sql = postgres(server.url("postgres"), { max: 1 })
    await sql.unsafe(`create database ${TEMPLATE}`)
    await sql.end()
    await migrate(server.url(TEMPLATE))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: server.url("postgres"), templateUrl: server.url(TEMPLATE), stop }
}
