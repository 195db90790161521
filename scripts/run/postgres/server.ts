import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../ports.ts"
import { waitUntil } from "../processes.ts"
import { type Account, changeOwner, postgresAccount } from "./account.ts"
import { type Binaries, findBinaries } from "./binaries.ts"
import { clearLeftover, endServer, runningServer } from "./leftover.ts"

/** `durable` keeps every commit after a power failure; `throwaway` trades that for speed and is for tests only. */
type Durability = "durable" | "throwaway"

/** Settings for one small machine that PostgreSQL shares with the three processes of Quire. */
const common = {
  listen_addresses: "127.0.0.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] %a ",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  // Queries here are short: compiling them costs more than it saves.
  jit: "off",
  // An open append blocks every reader of the log, so idle transactions are terminated.
  idle_in_transaction_session_timeout: "60s",
} as const

const special = {
  durable: { max_connections: "100" },
  throwaway: {
    // Many test files share a server, each with several processes of up to 15 connections.
    max_connections: "400",
    shared_buffers: "128MB",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
  },
} as const

/** Command line arguments (`-c name=value`) of a server. */
function settings(durability: Durability, own: Readonly<Record<string, string>>): Array<string> {
  return Object.entries({ ...common, ...special[durability], ...own }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ])
}

/** A running PostgreSQL that belongs to us. */
export interface Postgres {
  readonly pid: number
  readonly port: number
  /** Connection string of one of its databases. */
  readonly url: (database: string) => string
  /** Settles when the server has exited, whether or not it was stopped by us. */
  readonly ended: Promise<void>
  readonly stop: () => Promise<void>
}

export type StartOptions = {
  readonly durability: Durability
  readonly port?: number
  /** For a restart: clients know only this port. */
  readonly isPortFixed?: boolean
  /** More settings of the server. */
  readonly parameters?: Readonly<Record<string, string>>
}

const USER = "quire"
const READY_MS_MAX = 60_000
const ATTEMPTS_MAX = 20
const ATTEMPT_PAUSE_MS = 250
/**
 * Log messages of temporary failures: sessions of a killed server need a moment to notice, and a free port may be taken
 * before the server binds it.
 */
const PASSING = ["pre-existing shared memory block", "could not create any TCP/IP sockets"]
const LOG_BYTES_MAX = 10 * 1024 * 1024

/**
 * Starts PostgreSQL on the data directory `home`/data, which is created by the first call. First stops a server left
 * behind by a killed process. `port` is a preference: another one is used if it is taken, unless `isPortFixed`.
 */
export async function startPostgres(
  home: string,
  { durability, port, isPortFixed = false, parameters: own = {} }: StartOptions,
): Promise<Postgres> {
  const data = join(home, "data")
  const account = postgresAccount(data)
  const binaries = findBinaries(account)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  changeOwner(home, account)

  const password = keptPassword(home, account)
  if (!existsSync(data)) await initialise({ home, data, password, account, binaries, durability })
  await clearLeftover(data)

  for (let attempt = 1; ; attempt += 1) {
    const actualPort = isPortFixed && port !== undefined ? port : await freePort(port)
    const parameters = settings(durability, { ...own, ...place(home, actualPort) })
    const launched = await launch({ home, data, account, binaries, parameters })
    if ("pid" in launched)
      return {
        pid: launched.pid,
        port: actualPort,
        url: (database) => connectionString({ password, port: actualPort, database }),
        ended: launched.ended,
        stop: () => endServer(launched.pid).then(() => launched.ended),
      }
    const { reason } = launched
    if (!PASSING.some((words) => reason.includes(words)) || attempt === ATTEMPTS_MAX)
      throw new Error(`PostgreSQL did not start. The end of its log (${logFile(home)}):\n${reason}`)
    await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS))
  }
}

/** Connection string of a database of the server that already runs on `home`, or undefined if none does. */
export function runningUrl(home: string, database: string): string | undefined {
  const data = join(home, "data")
  if (runningServer(data) === undefined || !isReady(data)) return undefined
  const port = Number(lockFile(data)[3])
  return connectionString({ password: readFileSync(passwordFile(home), "utf8").trim(), port, database })
}

interface Cluster {
  readonly home: string
  readonly data: string
  readonly account: Account
  readonly binaries: Binaries
}

/**
 * Initialized in a temporary directory and renamed, so that an interrupted first start leaves no incomplete data
 * directory.
 */
async function initialise(cluster: Cluster & { readonly password: string; readonly durability: Durability }) {
  const { home, data, account, binaries, durability } = cluster
  const partial = `${data}.partial`
  rmSync(partial, { recursive: true, force: true })
  const parameters = [
    `--pgdata=${partial}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile(home)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    `--locale=${process.platform === "linux" ? "C.UTF-8" : "en_US.UTF-8"}`,
    "--locale-provider=icu",
    "--icu-locale=und",
    "--no-instructions",
    ...(durability === "throwaway" ? ["--no-sync"] : []),
  ]
  await promisify(execFile)(binaries.initdb, parameters, as(account, home))
  renameSync(partial, data)
}

/** Runs the server and waits until it accepts connections. Otherwise returns its last output. */
async function launch(
  launched: Cluster & { readonly parameters: Array<string> },
): Promise<{ pid: number; ended: Promise<void> } | { reason: string }> {
  const { home, data, account, binaries, parameters } = launched
  const log = openLog(home)
  const before = fstatSync(log).size
  // Its own process group: Ctrl-C in a terminal must reach only us, because PostgreSQL stops last.
  const options = { ...as(account, home), detached: true, stdio: ["ignore", log, log] as ["ignore", number, number] }
  const child: ChildProcess = spawn(binaries.postgres, ["-D", data, ...parameters], options)
  closeSync(log)
  child.unref()
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error(`PostgreSQL could not be started from ${binaries.postgres}`)

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const isUp = await waitUntil(() => hasEnded() || isReady(data), READY_MS_MAX)
  if (isUp && !hasEnded()) return { pid, ended }
  await endServer(pid)
  return { reason: logTail(home, before) }
}

/** A minimal environment, because PG* variables of the caller would change the programs' behavior. */
function as(account: Account, cwd: string) {
  const env = { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" }
  return account.uid === undefined || account.gid === undefined
    ? { cwd, env }
    : { cwd, env, uid: account.uid, gid: account.gid }
}

function place(home: string, port: number): Readonly<Record<string, string>> {
  const socket = `${home}/.s.PGSQL.${port}`
  // A unix socket path is limited to 107 bytes; beyond that only TCP is used.
  return { port: String(port), unix_socket_directories: Buffer.byteLength(socket) <= 107 ? home : "" }
}

function keptPassword(home: string, account: Account): string {
  const file = passwordFile(home)
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 })
    changeOwner(file, account)
  }
  return readFileSync(file, "utf8").trim()
}

/** The eighth line of the lock file is the server's status, which pg_ctl also waits for. A standby only reads. */
const isReady = (data: string) => ["ready", "standby"].includes(lockFile(data)[7]?.trim() ?? "")

function lockFile(data: string): ReadonlyArray<string> {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")
  } catch {
    return []
  }
}

function connectionString({ password, port, database }: { password: string; port: number; database: string }): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}

const passwordFile = (home: string) => join(home, "password")
const logFile = (home: string) => join(home, "postgres.log")

function openLog(home: string): number {
  const file = logFile(home)
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`)
  return openSync(file, "a", 0o600)
}

function logTail(home: string, from: number): string {
  return readFileSync(logFile(home)).subarray(from).toString("utf8").split("\n").slice(-15).join("\n")
}
