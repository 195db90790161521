import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Redacted } from "effect"
import { connect, variables } from "#core/kernel"
import type { Release } from "#core/releases"
import { UNBUILT } from "../../../src/process/release.ts"
import { requireSchema } from "../../../src/process/requireSchema.ts"
import { VERSION } from "../../../src/process/version.ts"
import { keepBackups } from "../backups/keepBackups.ts"
import { noteBackups } from "../backups/places.ts"
import { forgetBackup } from "../backups/recordBackup.ts"
import { streamLog } from "../backups/streamLog.ts"
import { buildIfStale, builtRelease } from "../build.ts"
import { chooseStarted } from "../chooseStarted.ts"
import { ConsoleRoleRefused, createConsoleRole, grantConsole } from "../consoleRole.ts"
import { embeddedHome, startDatabase } from "../database.ts"
import { freeLock, type Holder, isRunning, takeLock } from "../lock.ts"
import { migrate } from "../migrate.ts"
import { portProblem } from "../ports.ts"
import { prepare } from "../prepare.ts"
import { processStartMark, waitUntil } from "../processes.ts"
import { root } from "../root.ts"
import { runBuilder } from "../runBuilder.ts"
import { appEnvironment, type CommandSettings } from "../settings.ts"
import { backoff_ms, type Child, superviseChild } from "./Child.ts"
import { takeCommands } from "./control.ts"
import { bindSharedSocket } from "./sharedSocket.ts"
import { hasPublisher, type Mode, roleSpecs, type Sockets } from "./specs.ts"

const SEED = join(root, "scripts", "run", "seedLibrary.ts")

/**
 * Records in an empty database that the demo library will be added, so that pages can show the progress from the
 * beginning.
 * @returns whether feeds are missing: in a new database, or if an earlier seed was interrupted or could not add them
 * all. A library created by users is never changed.
 */
export async function beginSeed(url: string): Promise<boolean> {
  if (!existsSync(SEED)) return false
  const sql = connect(url, { connectionsMax: 1 })
  try {
    const [earlier] = await sql<Array<{ isFinished: boolean }>>`
      select finished_at is not null as "isFinished" from meta.seed where name = 'demo'`
    if (earlier) return !earlier.isFinished
    // The release was chosen before.
    const inserted = await sql`
      insert into meta.seed (name) select 'demo'
      where not exists (select from es.event where type not like 'releases.%') returning name`
    return inserted.length > 0
  } finally {
    await sql.end()
  }
}

/**
 * Adds the missing demo feeds by running scripts/run/seedLibrary.ts as a process, which frees its memory at exit. That
 * process records its progress and reports each feed that it could not add. Aborting `signal` stops it.
 * @throws Error if feeds are missing at the end; the next start retries them
 */
export function runSeed(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const command = ["--disable-warning=ExperimentalWarning", SEED]
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"], signal })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code, killedBy) =>
      code === 0 ? resolve() : reject(new Error(`the seed ended with ${killedBy ?? `code ${code}`}`)),
    )
  })
}

/** The supervised database. */
interface SupervisedDatabase {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The storage of media files, of which the upload is a part, takes memory that a supervisor should not need. */
const startUpload = async (
  settings: CommandSettings,
  url: () => string,
  directory: string,
  warn: Supervision["warn"],
): Promise<() => Promise<void>> => {
  const { backupBucket } = await import("../backups/bucket.ts")
  const { uploadBackups } = await import("../backups/uploadBackups.ts")
  const bucket = backupBucket(settings)
  return bucket === null ? async () => {} : uploadBackups({ url, directory, bucket }, warn)
}

/**
 * Opens the configured database, otherwise the embedded PostgreSQL, which is restarted whenever it exits unexpectedly.
 */
async function superviseDatabase(
  settings: CommandSettings,
  { say, warn }: Pick<Supervision, "say" | "warn">,
): Promise<SupervisedDatabase> {
  const { databaseUrl, dataDirectory, backupDir, backupSeconds } = settings
  if (databaseUrl) return { url: Redacted.value(databaseUrl), stop: async () => {} }
  const backups = backupDir === undefined ? null : { directory: backupDir }
  noteBackups(dataDirectory, backups)
  let current = await startDatabase(dataDirectory)
  let stopping = false
  const home = embeddedHome(dataDirectory)
  if (backups === null)
    forgetBackup(current.url).catch((error) => warn(`The record of earlier backups was not removed: ${error}`))
  const url = () => current.url
  const endBackups =
    backups === null
      ? []
      : [
          keepBackups({ url, home, directory: backups.directory }, { say, warn }),
          streamLog({ url, home, directory: backups.directory, seconds: backupSeconds }, warn),
          ...(settings.backupS3Url === undefined ? [] : [await startUpload(settings, url, backups.directory, warn)]),
        ]

  const watch = async () => {
    for (let crashes = 1; ; crashes += 1) {
      await current.server.ended
      if (stopping) return
      say("PostgreSQL exited and is being restarted")
      await new Promise((resolve) => setTimeout(resolve, backoff_ms(crashes)))
      if (stopping) return
      // On the same port, so that the other processes reconnect.
      const restarted = await startDatabase(dataDirectory, current.server.port).catch((error: unknown) =>
        say(`PostgreSQL could not be restarted: ${error}`),
      )
      if (restarted) current = restarted
      // Stopped during this start, which `stop` could not see.
      if (stopping) return current.close()
    }
  }
  const watching = watch()

  return {
    url: current.url,
    stop: async () => {
      stopping = true
      await Promise.all(endBackups.map((end) => end()))
      await current.close()
      await watching
    },
  }
}

const END_MS_MAX = 5000

/** Records the processes of this supervisor, so that a later one can find orphans. */
function noteChildren(file: string, pids: ReadonlyArray<number>): void {
  writeFileSync(file, JSON.stringify(pids.map((pid): Holder => ({ pid, mark: processStartMark(pid) }))))
}

/**
 * Waits until the processes of a killed supervisor have exited, which they do on their own, and kills the remaining
 * ones.
 */
async function endLeftovers(file: string): Promise<void> {
  if (!existsSync(file)) return
  const children = readNote(file)
  const areGone = () => !children.some(isRunning)
  if (!(await waitUntil(areGone, END_MS_MAX))) {
    for (const child of children.filter(isRunning)) process.kill(child.pid, "SIGKILL")
    await waitUntil(areGone, END_MS_MAX)
  }
  rmSync(file)
}

function readNote(file: string): ReadonlyArray<Holder> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Holder>
  } catch {
    return []
  }
}

/** The product cannot start on this machine in its current state. The message explains how to fix it. */
export class CannotStart extends Error {
  override readonly name = "CannotStart"
}

export interface Supervision {
  readonly mode: Mode
  readonly say: (line: string) => void
  /** Reports an error without stopping anything else. */
  readonly warn: (line: string) => void
  /** Called once, when everything is ready. */
  readonly serving: () => void
  /** Settles when the supervisor must stop. */
  readonly stopped: Promise<void>
}

/** Grace period for a supervisor that is already stopping because its parent npm exited. */
const PREDECESSOR_MS_MAX = 8000

/**
 * Starts everything that the settings enable and keeps it running until `stopped` settles. Then stops in order: web and
 * chat stop accepting and drain, the worker finishes its batch, and PostgreSQL writes its checkpoint last.
 * @throws CannotStart if another supervisor runs here or a port is not free
 */
export async function supervise(settings: CommandSettings, supervision: Supervision): Promise<void> {
  const { stopped, serving } = supervision
  const wish = new AbortController()
  const run: Run = { ...supervision, settings, signal: wish.signal, undo: [] }
  const started = start(run).then(serving)
  try {
    await Promise.race([started, stopped])
    await stopped
  } finally {
    wish.abort(new Error("stopped while starting"))
    await undoAll(run)
    // An interrupted start may have got one step further.
    await Promise.allSettled([started])
    await undoAll(run)
  }
}

interface Run extends Supervision {
  readonly settings: CommandSettings
  readonly signal: AbortSignal
  /** Cleanup functions, run in reverse order. */
  readonly undo: Array<() => Promise<void> | void>
}

async function undoAll({ undo }: Run): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
}

async function start(run: Run): Promise<void> {
  const { settings, mode, say, undo, signal } = run
  await stopPredecessor(run)
  await checkPorts(settings)

  const built = mode === "start" ? buildIfStale(say) : Promise.resolve(false)
  // Awaited below; an earlier rejection must not count as unhandled.
  built.catch(() => undefined)

  const database = await superviseDatabase(settings, run)
  undo.push(database.stop)
  await migrate(database.url, { log: say })
  const consoleUrl = await consoleUrlOf(settings, database.url)
  const env: NodeJS.ProcessEnv = {
    ...appEnvironment(settings, database.url),
    ...(consoleUrl !== undefined && { [variables.consoleDatabaseUrl.name]: consoleUrl }),
  }
  await built
  const release = mode === "start" ? builtRelease() : { version: VERSION, build: UNBUILT }
  const masterKey = Buffer.from(String(env["MASTER_KEY"]), "hex")
  // A release that is behind its database would build read models of its own and switch back to them.
  const isBehind = (await requireSchema(database.url)).length > 0
  if (consoleUrl !== undefined && !isBehind) await giveConsole(database.url, consoleUrl)
  else if (consoleUrl === undefined && settings.roles.includes("console"))
    say("the console uses DATABASE_URL; CONSOLE_DATABASE_URL gives it a role that may do less")
  if (isBehind) say("read models stay as they are, because a later release has migrated the database")
  else if (await chooseStarted(database.url, masterKey, release, say))
    await prepare(database.url, masterKey, say, { mustBeEqual: mode === "start" })
  signal.throwIfAborted()

  // Recorded before any process starts: the first page must already know that the library will be filled.
  const isSeeding = hasPublisher(settings) && (await beginSeed(database.url))
  const sockets = mode === "start" ? await bindSockets(settings) : {}
  const children = startChildren(run, env, sockets)
  // Before the processes stop: a connection that nobody will accept must be refused, not wait.
  undo.push(() => {
    for (const { close } of Object.values(sockets)) close()
  })
  const beforeRestart = mode === "start" ? () => prepareBuilt(release, env) : async () => undefined
  undo.push(await takeCommands(settings.dataDirectory, children, { warn: run.warn, beforeRestart }))
  await Promise.all(children.map(({ ready }) => ready))
  // The site serves while its library is being filled, and shows the progress.
  if (isSeeding) {
    const filled = fillLibrary(run, env)
    undo.push(() => filled)
  }
}

/** How the console connects: as configured, or as a role of its own in the embedded PostgreSQL. */
const consoleUrlOf = async (
  { consoleDatabaseUrl, databaseUrl, roles }: CommandSettings,
  url: string,
): Promise<string | undefined> => {
  if (databaseUrl === undefined) return roles.includes("console") ? createConsoleRole(url) : undefined
  return consoleDatabaseUrl && Redacted.value(consoleDatabaseUrl)
}

const giveConsole = (url: string, consoleUrl: string): Promise<void> =>
  grantConsole(url, consoleUrl).catch((error: unknown) => {
    throw error instanceof ConsoleRoleRefused ? new CannotStart(error.message) : error
  })

/**
 * Prepares the release in dist, if it is another one than the supervisor started with: in a process of its own, because
 * the supervisor has the migrations and read models of its own release.
 */
async function prepareBuilt(started: Release, env: NodeJS.ProcessEnv): Promise<void> {
  if (builtRelease().build === started.build) return
  await runBuilder([join(root, "scripts", "migrate.ts"), "--read-models"], "The release could not be prepared", env)
}

/** Allows one supervisor per data directory and cleans up after a killed one. */
async function stopPredecessor({ settings: { dataDirectory }, undo }: Run): Promise<void> {
  const file = join(dataDirectory, "supervisor.lock")
  let other: Holder | undefined
  const isMine = () => {
    other = takeLock(file)
    return other === undefined
  }
  if (!(await waitUntil(isMine, PREDECESSOR_MS_MAX)))
    throw new CannotStart(`Quire already runs here as process ${other?.pid}. Stop that one first.`)
  undo.push(() => freeLock(file))
  await endLeftovers(childrenFile(dataDirectory))
}

async function checkPorts(settings: CommandSettings): Promise<void> {
  const { roles, host, port, chatPort, demoPort, consoleHost, consolePort } = settings
  const needed = [
    ...(roles.includes("web") ? [{ variable: "PORT", port, host }] : []),
    ...(roles.includes("chat") ? [{ variable: "CHAT_PORT", port: chatPort, host }] : []),
    ...(roles.includes("console") ? [{ variable: "CONSOLE_PORT", port: consolePort, host: consoleHost }] : []),
    ...(hasPublisher(settings) ? [{ variable: "DEMO_PORT", port: demoPort, host: "127.0.0.1" }] : []),
  ]
  const refusals = await Promise.all(
    needed.map(async (one) => {
      const why = await portProblem(one.port, one.host)
      return why ? [`Port ${one.port} of ${one.host} ${why}. Set ${one.variable} to another one.`] : []
    }),
  )
  if (refusals.flat().length > 0) throw new CannotStart(refusals.flat().join("\n"))
}

/** Binds the sockets of the processes that hand their connections over when they are replaced. */
async function bindSockets({ roles, host, port, consoleHost, consolePort }: CommandSettings): Promise<Sockets> {
  const web = roles.includes("web") ? await bindSharedSocket(host, port) : undefined
  const console = roles.includes("console") ? await bindSharedSocket(consoleHost, consolePort) : undefined
  return { ...(web && { web }), ...(console && { console }) }
}

/**
 * How long the other processes wait for the site to be ready. A person who starts the product looks at a page first, and six
 * processes that start together keep two cores busy for seconds.
 */
const SITE_ALONE_MS_MAX = 5_000
const siteAlone = () => sleep(SITE_ALONE_MS_MAX, undefined, { ref: false })

function startChildren(
  { settings, mode, say, undo }: Run,
  env: NodeJS.ProcessEnv,
  sockets: Sockets,
): ReadonlyArray<Child> {
  const children: Array<Child> = []
  const changed = () => {
    const pids = children.flatMap((child) => child.pids())
    noteChildren(childrenFile(settings.dataDirectory), pids)
  }
  const stop = (...names: ReadonlyArray<string>) =>
    Promise.all(children.filter(({ name }) => names.includes(name)).map((child) => child.stop()))
  undo.push(async () => {
    await stop("web", "chat", "console")
    await stop("worker")
    await stop("keeper", "publisher")
  })
  let mayStart: Promise<unknown> | undefined
  for (const spec of roleSpecs(settings, mode, env, sockets)) {
    const child = superviseChild(mayStart === undefined ? spec : { ...spec, mayStart }, { say, changed })
    children.push(child)
    if (mode === "start" && child.name === "web") mayStart = Promise.race([child.ready, siteAlone()])
  }
  changed()
  return children
}

/**
 * The demo library lists the publisher's feeds, so the publisher has to answer first. Its failure stops nothing else.
 */
async function fillLibrary({ say, warn, signal }: Run, env: NodeJS.ProcessEnv): Promise<void> {
  say("Filling the empty library with the demo ...")
  try {
    await runSeed(env, signal)
  } catch (error) {
    if (!signal.aborted) warn(`The demo library is not complete; the next start goes on with it: ${error}`)
  }
}

const childrenFile = (dataDirectory: string) => join(dataDirectory, "children.json")
