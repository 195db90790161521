import { existsSync } from "node:fs"
import { chown, copyFile, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import postgres from "postgres"
import { migrate } from "../run/migrate.ts"
import { freePort } from "../run/ports.ts"
import { type Postgres, postgresAccount, startPostgres } from "../run/postgres.ts"
import { waitUntil } from "../run/processes.ts"
import { type PausableProxy, startPausableProxy } from "./pausableProxy.ts"

/** Enough log for a standby that is being copied, so that no replication slot is needed. */
const PRIMARY_PARAMETERS = { wal_keep_size: "1GB", max_wal_senders: "10", max_wal_size: "512MB" }

/** Left out of a copy: the server's own state, and the log, which the standby streams. */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|standby\.signal|backup_label|pg_(?:wal|replslot|stat_tmp|dynshmem)\/.+)$/
const CONNECTED_MS_MAX = 60_000
const STANDBY = "standby"

/** A server and the directory that contains its data. */
export type Placed = { readonly home: string; readonly server: Postgres }

/** A primary with a migrated database, and its streaming standby. */
export type Pair = {
  readonly primary: Placed
  readonly standby: Placed
  readonly database: string
  /** The standby receives the log of the primary through it. */
  readonly link: PausableProxy
  /** Connection string with both hosts, the primary first. */
  readonly url: string
}

/** Starts both servers under a directory of the caller, on ports that they keep. */
export async function startPair(root: string): Promise<Pair> {
  const [home, standbyHome] = [join(root, "one"), join(root, "two")]
  const [port, standbyPort] = [await freePort(), await freePort()]
  const database = "bench"
  const server = await startPostgres(home, {
    durability: "durable",
    port,
    isPortFixed: true,
    parameters: PRIMARY_PARAMETERS,
  })
  const link = await startPausableProxy(port)
  try {
    const sql = postgres(server.url("postgres"), { max: 1 })
    await sql.unsafe(`create database ${database}`)
    await sql.end()
    await migrate(server.url(database))
    const to = { home: standbyHome, port: standbyPort, through: link.port }
    const standby = await startStandby({ home, server }, to)
    return {
      link,
      primary: { home, server },
      standby: { home: standbyHome, server: standby },
      database,
      url: server.url(database).replace(/@[^/]+/, `@127.0.0.1:${port},127.0.0.1:${standbyPort}`),
    }
  } catch (error) {
    await link.close()
    await server.stop()
    throw error
  }
}

/**
 * Copies a running primary and starts the copy as its streaming standby. Resolves when it streams.
 * @param home directory of the standby; what it contains is replaced
 * @param through port of a proxy in front of the primary, for its log
 */
export async function startStandby(
  primary: Placed,
  { home, port, through }: { readonly home: string; readonly port: number; readonly through?: number },
): Promise<Postgres> {
  await rm(home, { recursive: true, force: true })
  const sql = postgres(primary.server.url("postgres"), { max: 1, onnotice: () => undefined })
  try {
    await sql`select pg_backup_start('standby', true)`
    await copyTree(primary.home, home)
    const [stopped] = await sql<Array<{ labelfile: string }>>`select labelfile from pg_backup_stop(false)`
    await writeOwned(join(home, "data", "backup_label"), stopped?.labelfile ?? "")
    await writeOwned(join(home, "data", "standby.signal"), "")
    const { username, password } = new URL(primary.server.url("postgres"))
    const parameters = {
      ...PRIMARY_PARAMETERS,
      primary_conninfo: `host=127.0.0.1 port=${through ?? primary.server.port} user=${username} password=${password} application_name=${STANDBY}`,
      wal_receiver_status_interval: "100ms",
      wal_retrieve_retry_interval: "100ms",
    }
    const standby = await startPostgres(home, { durability: "durable", port, isPortFixed: true, parameters })
    const isStreaming = async () =>
      (await sql`select from pg_stat_replication where application_name = ${STANDBY} and state = 'streaming'`).length >
      0
    if (!(await waitUntil(isStreaming, CONNECTED_MS_MAX))) throw new Error("the standby does not stream")
    return standby
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Makes commits on a primary wait for its standby, and resolves when one is synchronous. */
export async function makeSynchronous(server: Postgres): Promise<void> {
  const sql = postgres(server.url("postgres"), { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe("alter system set synchronous_standby_names = '*'")
    await sql`select pg_reload_conf()`
    const isSynchronous = async () =>
      (await sql`select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`).length > 0
    if (!(await waitUntil(isSynchronous, CONNECTED_MS_MAX))) throw new Error("no standby became synchronous")
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Makes a standby apply each commit only after some time. */
export async function delayReplay(standby: Postgres, delayMs: number): Promise<void> {
  const sql = postgres(standby.url("postgres"), { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe(`alter system set recovery_min_apply_delay = '${delayMs}ms'`)
    await sql`select pg_reload_conf()`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Stops or continues the replay of a standby. */
export async function pauseReplay(standby: Postgres, isPaused: boolean): Promise<void> {
  const sql = postgres(standby.url("postgres"), { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe(`select pg_wal_replay_${isPaused ? "pause" : "resume"}()`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Promotes a standby. Its commits wait for no other server until `makeSynchronous`. */
export async function promote(server: Postgres): Promise<void> {
  const sql = postgres(server.url("postgres"), { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe("alter system reset synchronous_standby_names")
    await sql`select pg_reload_conf()`
    await sql`select pg_promote(true, 30)`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const copyTree = async (from: string, to: string): Promise<void> => {
  const copy = async (path: string): Promise<void> => {
    const target = join(to, relative(from, path))
    const found = await stat(path)
    if (found.isDirectory()) {
      await mkdir(target, { recursive: true, mode: found.mode & 0o777 })
      await ownAs(target, found)
      for (const name of await readdir(path)) await copyUnlessGone(join(path, name))
    } else if (found.isFile()) {
      await copyFile(path, target)
      await ownAs(target, found)
    }
  }
  // The server may delete files while it is copied; the log contains what they need.
  const copyUnlessGone = async (path: string): Promise<void> => {
    if (LEFT_OUT.test(relative(join(from, "data"), path))) return
    if (relative(from, path) === "postgres.log") return
    try {
      await copy(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    }
  }
  await copy(from)
}

const ownAs = async (path: string, { uid, gid }: { readonly uid: number; readonly gid: number }) => {
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}

const writeOwned = async (path: string, text: string): Promise<void> => {
  await writeFile(path, text, { mode: 0o600 })
  const { uid, gid } = postgresAccount(existsSync(path) ? join(path, "..") : undefined)
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
