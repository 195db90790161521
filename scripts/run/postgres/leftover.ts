import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { join } from "node:path"
import { isAlive, waitUntil, workingDirectory } from "../processes.ts"

const SMART_STOP_MS_MAX = 15_000
const HARD_STOP_MS_MAX = 5_000

/** Returns the process id of the server that runs on this data directory, or undefined. */
export function runningServer(data: string): number | undefined {
  const pid = recordedServer(data)
  return pid !== undefined && isAlive(pid) && serves(pid, data) ? pid : undefined
}

/**
 * Stops a server that outlived the process that started it, and removes a stale lock file, so that a new server can
 * start. A lock file whose process id now belongs to another program is stale too, although PostgreSQL itself does not
 * assume so.
 */
export async function clearLeftover(data: string): Promise<void> {
  const pid = runningServer(data)
  if (pid !== undefined) await endServer(pid)
  rmSync(join(data, "postmaster.pid"), { force: true })
}

/** Stops a server cleanly (SIGINT: sessions are closed, then a checkpoint), by force if it does not respond. */
export async function endServer(pid: number): Promise<void> {
  const steps = [
    ["SIGINT", SMART_STOP_MS_MAX],
    ["SIGQUIT", HARD_STOP_MS_MAX],
    ["SIGKILL", HARD_STOP_MS_MAX],
  ] as const
  for (const [signal, timeout_ms] of steps) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    if (await waitUntil(() => !isAlive(pid), timeout_ms)) return
  }
}

function recordedServer(data: string): number | undefined {
  const file = join(data, "postmaster.pid")
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10)
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** A server's working directory is its data directory. If that cannot be read, the process id has to suffice. */
function serves(pid: number, data: string): boolean {
  const directory = workingDirectory(pid)
  return directory === undefined || directory === realpathSync(data)
}
