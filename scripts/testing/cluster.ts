import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { migrate } from "../lib/migrate.ts"
import { clearLeftover, handOver, postgresAccount, startPostgres } from "../lib/postgres.ts"
import { birthMark, isAlive } from "../lib/processes.ts"

const PREFIX = "quire-test-"

/** Name of the migrated database that every test database is a copy of. */
export const TEMPLATE = "quire_template"

/** A PostgreSQL for tests, with a migrated template inside, gone without a trace after `stop`. */
export interface TestCluster {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts the cluster of this process in the system's directory for temporary files. */
export async function startTestCluster(): Promise<TestCluster> {
  await removeOrphans()
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(ownerFile(home), `${process.pid} ${birthMark(process.pid)}`)
  handOver(home, postgresAccount())
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
  return { url: server.url("postgres"), stop }
}

/** What a run that was killed left behind: its server is ended, its files are deleted. */
export async function removeOrphans(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    if (isOwned(home)) continue
    await clearLeftover(join(home, "postgres", "data"))
    rmSync(home, { recursive: true, force: true })
  }
}

function isOwned(home: string): boolean {
  try {
    const [pid, mark] = readFileSync(ownerFile(home), "utf8").split(" ")
    return isAlive(Number(pid)) && birthMark(Number(pid)) === mark
  } catch {
    // Just made and not yet marked, or not ours to read: both belong to somebody else.
    return true
  }
}

const ownerFile = (home: string) => join(home, "owner")
