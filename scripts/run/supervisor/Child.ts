import { type ChildProcess, spawn } from "node:child_process"
import { until } from "../processes.ts"

/** A process that the supervisor keeps alive. */
export interface ChildSpec {
  readonly name: string
  /** What Node runs: flags, the entry file and its parameters. */
  readonly command: ReadonlyArray<string>
  readonly env: NodeJS.ProcessEnv
  /** Whether it serves at the address that others use. Where given, this alone makes it ready, whatever the process reports. */
  readonly answers?: () => Promise<boolean>
  /** Milliseconds without a heartbeat, after the first one, until the process is killed and started again. */
  readonly hangMsMax?: number
}

export interface Child {
  readonly name: string
  readonly pid: () => number | undefined
  /** Settles at the first readiness; a refusal to start (exit code 78) or running out of time rejects it. */
  readonly ready: Promise<void>
  /** Asks it to end, waits for it to drain, and ends it by force after `DRAIN_MS_MAX`. It is not started again. */
  readonly stop: () => Promise<void>
}

/** The exit code of a process whose configuration is wrong (sysexits EX_CONFIG): starting it again would not help. */
export const EXIT_CONFIG = 78

const READY_MS_MAX = 90_000
const DRAIN_MS_MAX = 15_000
const BACKOFF_MS_MIN = 200
const BACKOFF_MS_MAX = 30_000
/** How long the event loop of a process may be blocked before it is restarted. */
const HANG_MS_MAX = 30_000
/** Looks at the heartbeats within that time. The supervisor counts its own looks, so that a suspended machine kills nothing. */
const HANG_LOOKS = 6
/** A process that lived this long has earned a quick restart again. */
const STABLE_MS = 30_000

/** How long to wait before the next start after so many crashes in a row. */
export const backoff_ms = (crashes: number): number => Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (crashes - 1))

/** Starts a process and starts it again, with growing pauses, whenever it ends without having been asked to. */
export function keepAlive(
  { name, command, env, answers, hangMsMax = HANG_MS_MAX }: ChildSpec,
  { say, changed }: { readonly say: (line: string) => void; readonly changed: () => void },
): Child {
  let current: ChildProcess | undefined
  let pause: NodeJS.Timeout | undefined
  let stopping = false
  let crashes = 0
  const readiness = Promise.withResolvers<void>()
  // Somebody always asks for it in time or stops the whole thing.
  readiness.promise.catch(() => undefined)

  const start = () => {
    const started = performance.now()
    // A group of its own: Ctrl-C in a terminal must not reach it, because the supervisor ends all in order.
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
      say(`${name} ended with ${signal ?? `code ${code}`}; it starts again in ${wait_ms / 1000} s`)
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
  const settled = () => {
    isSettled = true
    clearTimeout(patience)
  }
  readiness.promise.then(settled, settled)
  // One question at a time: the first answer of a development server takes seconds.
  if (answers)
    void until(async () => isSettled || (await answers()), READY_MS_MAX).then((yes) => yes && readiness.resolve())

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
      if (await until(isGone, DRAIN_MS_MAX)) return
      say(`${name} did not end within ${DRAIN_MS_MAX / 1000} s and is killed`)
      child.kill("SIGKILL")
      await until(isGone, DRAIN_MS_MAX)
    },
  }
}

const says = (message: unknown, what: "ready" | "alive"): boolean =>
  typeof message === "object" && message !== null && (message as Partial<Record<typeof what, unknown>>)[what] === true
