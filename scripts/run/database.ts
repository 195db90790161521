import { mkdirSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { archiveParameters, notedBackups, prepareDirectories } from "./backups/places.ts"
import { type Postgres, postgresAccount, postgresHome, runningUrl, startPostgres } from "./postgres.ts"

/** The product's database, configured or embedded. */
export interface Database {
  readonly url: string
  /** The embedded server if the caller started it. */
  readonly server?: Postgres
  /** Stops what was started for the caller. A server that ran before keeps running. */
  readonly close: () => Promise<void>
}

const NAME = "quire"
/** Outside the range from which outgoing connections take their ports, so that it is free again after a restart. */
const PORT_WISHED = 24_460

/**
 * Opens the database for commands: `databaseUrl` if configured, otherwise the embedded server. Starts the embedded
 * server unless it already runs (beside a running `npm start` it does).
 */
export async function openDatabase({
  databaseUrl,
  dataDirectory,
}: {
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
}): Promise<Database> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const running = runningUrl(embeddedHome(dataDirectory), NAME)
  if (running) return { url: running, close: async () => {} }
  return startDatabase(dataDirectory)
}

/**
 * Starts the embedded server, after stopping an orphaned one, and creates the product's database in it.
 * @param restartPort the port that it had, and must have again because running processes reconnect to it
 */
export async function startDatabase(
  dataDirectory: string,
  restartPort?: number,
): Promise<Database & { readonly server: Postgres }> {
  const backups = notedBackups(dataDirectory)
  if (backups !== null)
    prepareDirectories(backups.directory, postgresAccount(join(embeddedHome(dataDirectory), "data")))
  const server = await startPostgres(embeddedHome(dataDirectory), {
    ...(backups !== null && { parameters: archiveParameters(backups) }),
    durability: "durable",
    port: restartPort ?? PORT_WISHED,
    isPortFixed: restartPort !== undefined,
  })
  try {
    await createOnce(server)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: server.url(NAME), server, close: server.stop }
}

/** The directory of the embedded PostgreSQL. A cold copy must contain its `data` directory. */
export function embeddedHome(dataDirectory: string): string {
  mkdirSync(dataDirectory, { recursive: true })
  // Data created by an ordinary user stays in place, even if root starts Quire with it.
  return postgresHome(dataDirectory, postgresAccount(join(dataDirectory, "postgres", "data")))
}

async function createOnce(server: Postgres): Promise<void> {
  const sql = postgres(server.url("postgres"), { max: 1 })
  try {
    const [found] = await sql`select from pg_database where datname = ${NAME}`
    if (!found) await sql.unsafe(`create database ${NAME}`)
  } finally {
    await sql.end()
  }
}
