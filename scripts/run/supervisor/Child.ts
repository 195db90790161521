import { type ChildProcess, spawn } from "node:child_process"
import { REPLACES_PROCESS } from "../../../src/process/inheritedSocket.ts"
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
  /** Settles when it may start. Without it, the process starts at once. */
  readonly mayStart?: Promise<unknown>
  /** A bound socket on which the process listens, so that its successor can accept the next connections. */
  readonly socketFd?: number
}

/** Time to answer what is running after a process stopped to accept more. */
export const DRAIN_MS_MAX = 15_000

/** Time in which a replaced process ends its last requests, longer than it allows itself (`openSite.ts`). */
export const HAND_OVER_MS_MAX = 90_000

export interface Child {
  readonly name: string
  readonly pid: () => number | undefined
  /** Every process of this child: while it is replaced there are two. */
  readonly pids: () => ReadonlyArray<number>
  /** Settles at the first readiness. Rejects if the process refuses to start (exit code 78) or at a timeout. */
  readonly ready: Promise<void>
  /** Asks the process to stop, waits for it to drain, and kills it after `drainMsMax`. It is not restarted. */
  readonly stop: () => Promise<void>
  /**
   * Runs a new process in place of the current one. With a shared socket the new one must be ready before the current one
   * stops accepting, and no connection is refused or cut. Otherwise the current one ends first. Settles when it has ended.
   * @throws Error if the new process does not become ready; with a shared socket the current one then goes on
   */
  readonly replace: () => Promise<void>
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
  { name, command, env, answers, mayStart, socketFd, hangMsMax = HANG_MS_MAX, drainMsMax = DRAIN_MS_MAX }: ChildSpec,
  { say, changed }: { readonly say: (line: string) => void; readonly changed: () => void },
): Child {
  const processes = new Set<ChildProcess>()
  /** Processes that may end without a restart: replaced ones, and new ones that are not in use yet. */
  const expected = new WeakSet<ChildProcess>()
  let current: ChildProcess | undefined
  let pause: NodeJS.Timeout | undefined
  let [hasStarted, stopping] = [false, false]
  let replacing: Promise<void> | undefined
  let crashes = 0
  const readiness = Promise.withResolvers<void>()
  // The caller always awaits this in time or stops everything.
  readiness.promise.catch(() => undefined)

  const launch = (ended: (child: ChildProcess, outcome: Outcome) => void, isReplacing = false): ChildProcess => {
    const started = performance.now()
    // Its own process group: Ctrl-C in a terminal must not reach it, because the supervisor stops all processes in
    // order.
    const child = spawn(process.execPath, command, {
      env: withSocket(env, socketFd, isReplacing),
      detached: true,
      stdio: ["ignore", "inherit", "inherit", ...(socketFd === undefined ? [] : [socketFd]), "ipc"],
    })
    processes.add(child)
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
      processes.delete(child)
      if (child === current) current = undefined
      changed()
      ended(child, { code, signal, uptimeMs: performance.now() - started })
    })
    return child
  }

  const start = () => {
    hasStarted = true
    current = launch(crashed)
    current.on("message", (message) => !answers && says(message, "ready") && readiness.resolve())
    changed()
  }

  const crashed = (child: ChildProcess, { code, signal, uptimeMs }: Outcome) => {
    if (stopping || expected.has(child)) return
    if (code === EXIT_CONFIG) return readiness.reject(new Error(`${name} refused its configuration`))
    crashes = uptimeMs > STABLE_MS ? 1 : crashes + 1
    const wait_ms = backoff_ms(crashes)
    say(`${name} exited with ${signal ?? `code ${code}`}; restarting in ${wait_ms / 1000} s`)
    pause = setTimeout(start, wait_ms)
  }
  const end = async (child: ChildProcess, signal: "SIGTERM" | null, msMax: number) => {
    if (signal !== null) child.kill(signal)
    if (await waitUntil(() => hasEnded(child), msMax)) return
    say(`${name} did not end within ${msMax / 1000} s and is killed`)
    child.kill("SIGKILL")
    await waitUntil(() => hasEnded(child), DRAIN_MS_MAX)
  }

  const replaceOnce = async () => {
    if (stopping) throw new Error(`${name} is being stopped`)
    const before = current
    clearTimeout(pause)
    if (before === undefined || socketFd === undefined) {
      if (before !== undefined) {
        expected.add(before)
        await end(before, "SIGTERM", drainMsMax)
      }
      if (stopping) return
      start()
      if (current === undefined || !(await isReadyInTime(current))) throw new Error(`${name} did not become ready`)
      return
    }
    const next = launch(crashed, true)
    expected.add(before)
    expected.add(next)
    changed()
    const isReady = await isReadyInTime(next)
    if (!isReady || stopping) {
      expected.delete(before)
      next.kill("SIGKILL")
      if (!stopping && hasEnded(before)) start()
      throw new Error(`The new process of ${name} did not become ready; the previous one goes on.`)
    }
    expected.delete(next)
    current = next
    if (before.connected) before.send({ handOver: true })
    await end(before, null, HAND_OVER_MS_MAX)
  }

  if (mayStart === undefined) start()
  // A request to replace the process may have started it.
  else void Promise.allSettled([mayStart]).then(() => hasStarted || stopping || start())
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
    pids: () => [...processes].flatMap(({ pid }) => pid ?? []),
    ready: readiness.promise,
    stop: async () => {
      stopping = true
      clearTimeout(pause)
      readiness.reject(new Error(`${name} was stopped`))
      await Promise.all([...processes].map((child) => end(child, "SIGTERM", drainMsMax)))
    },
    replace: () => {
      replacing ??= replaceOnce().finally(() => {
        replacing = undefined
      })
      return replacing
    },
  }
}

type Outcome = { readonly code: number | null; readonly signal: string | null; readonly uptimeMs: number }

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Resolves true when a process reports that it is ready, false if it ends before or takes too long. */
const isReadyInTime = (child: ChildProcess): Promise<boolean> => {
  let isReady = false
  child.on("message", (message) => {
    isReady ||= says(message, "ready")
  })
  return waitUntil(() => isReady || hasEnded(child), READY_MS_MAX).then(() => isReady)
}

/**
 * Tells a process of its socket as systemd does (sd_listen_fds), and whether another process still accepts its connections.
 * Sockets of the supervisor are not the process's.
 */
const withSocket = (env: NodeJS.ProcessEnv, socketFd: number | undefined, isReplacing: boolean): NodeJS.ProcessEnv => {
  const { LISTEN_FDS: _fds, LISTEN_PID: _pid, LISTEN_FDNAMES: _names, ...own } = env
  if (socketFd === undefined) return own
  return { ...own, LISTEN_FDS: "1", ...(isReplacing ? { [REPLACES_PROCESS]: "1" } : {}) }
}

const says = (message: unknown, what: "ready" | "alive"): boolean =>
  typeof message === "object" && message !== null && (message as Partial<Record<typeof what, unknown>>)[what] === true
