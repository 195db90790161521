import { type ChildProcess, spawn } from "node:child_process"
import { waitUntil } from "../processes.ts"

/** A process that the supervisor keeps running. */
export interface ChildSpec {
  readonly name: string
  /** Arguments of Node: flags, the entry file and its parameters. */
  readonly command: ReadonlyArray<string>
  readonly env: NodeJS.ProcessEnv
  /**
   * Checks whether it answers at its public address. If set, only this makes the process ready, whatever it reports.
   */
  readonly answers?: () => Promise<boolean>
  /** Heartbeat timeout in milliseconds, after the first heartbeat. The process is then killed and restarted. */
  readonly hangMsMax?: number
  /** Time to drain in milliseconds before it is killed. */
  readonly drainMsMax?: number
}

/** Time to answer what is running after a process stopped to accept more. */
export const DRAIN_MS_MAX = 15_000

export interface Child {
  readonly name: string
  readonly pid: () => number | undefined
  /** Settles at the first readiness. Rejects if the process refuses to start (exit code 78) or at a timeout. */
  readonly ready: Promise<void>
  /** Asks the process to stop, waits for it to drain, and kills it after `drainMsMax`. It is not restarted. */
  readonly stop: () => Promise<void>
}

/** The exit code for an invalid configuration (EX_CONFIG of sysexits), where a restart would not help. */
export const EXIT_CONFIG = 78

const READY_MS_MAX = 90_000
const BACKOFF_MS_MIN = 200
const BACKOFF_MS_MAX = 30_000
/** How long the event loop of a process may be blocked before a restart. */
const HANG_MS_MAX = 30_000
/** Heartbeat checks per timeout. Checks are counted instead of time, so that a suspended machine kills nothing. */
const HANG_LOOKS = 6
/** Uptime after which the backoff is reset. */
const STABLE_MS = 30_000

/** Returns the backoff after this number of crashes in a row. */
export const backoff_ms = (crashes: number): number => Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (crashes - 1))

/** Starts a process and restarts it with growing backoff whenever it exits without being stopped. */
export function superviseChild(
  { name, command, env, answers, hangMsMax = HANG_MS_MAX, drainMsMax = DRAIN_MS_MAX }: ChildSpec,
  { say, changed }: { readonly say: (line: string) => void; readonly changed: () => void },
): Child {
  let current: ChildProcess | undefined
  let pause: NodeJS.Timeout | undefined
  let stopping = false
  let crashes = 0
  const readiness = Promise.withResolvers<void>()
  // The caller always awaits this in time or stops everything.
  readiness.promise.catch(() => undefined)

  const start = () => {
    const started = performance.now()
    // Its own process group: Ctrl-C in a terminal must not reach it, because the supervisor stops all processes in
    // order.
    const child = spawn(process.execPath, command, {
      env,
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    current = child
    child.on("message", (message) => !answers && says(message, "ready") && readiness.resolve())
    let silentLooks: number | undefined
    child.on("message", (message) => {
      if (says(message, "alive")) silentLooks = 0
    })
    const watchdog = setInterval(() => {
      if (silentLooks === undefined || stopping) return
      silentLooks += 1
      if (silentLooks < HANG_LOOKS) return
      say(`${name} has not responded for ${hangMsMax / 1000} s and is killed`)
      silentLooks = undefined
      child.kill("SIGKILL")
    }, hangMsMax / HANG_LOOKS)
    child.once("error", (error) => readiness.reject(error))
    child.once("exit", (code, signal) => {
      clearInterval(watchdog)
      current = undefined
      changed()
      if (stopping) return
      if (code === EXIT_CONFIG) return readiness.reject(new Error(`${name} refused its configuration`))
      crashes = performance.now() - started > STABLE_MS ? 1 : crashes + 1
      const wait_ms = backoff_ms(crashes)
      say(`${name} exited with ${signal ?? `code ${code}`}; restarting in ${wait_ms / 1000} s`)
      pause = setTimeout(start, wait_ms)
    })
    changed()
  }
  start()

  const patience = setTimeout(
    () => readiness.reject(new Error(`${name} did not become ready within ${READY_MS_MAX / 1000} s`)),
    READY_MS_MAX,
  )
  let isSettled = false
  const release = () => {
    isSettled = true
    clearTimeout(patience)
  }
  readiness.promise.then(release, release)
  // One request at a time: the first response of a development server takes seconds.
  if (answers)
    void waitUntil(async () => isSettled || (await answers()), READY_MS_MAX).then((yes) => yes && readiness.resolve())

  return {
    name,
    pid: () => current?.pid,
    ready: readiness.promise,
    stop: async () => {
      stopping = true
      clearTimeout(pause)
      readiness.reject(new Error(`${name} was stopped`))
      const child = current
      if (!child) return
      child.kill("SIGTERM")
      const isGone = () => child.exitCode !== null || child.signalCode !== null
      if (await waitUntil(isGone, drainMsMax)) return
      say(`${name} did not end within ${drainMsMax / 1000} s and is killed`)
      child.kill("SIGKILL")
      await waitUntil(isGone, DRAIN_MS_MAX)
    },
  }
}

const says = (message: unknown, what: "ready" | "alive"): boolean =>
  typeof message === "object" && message !== null && (message as Partial<Record<typeof what, unknown>>)[what] === true
