import { readFileSync, readlinkSync } from "node:fs"

/** True while a process with this id exists, whatever its owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * Distinguishes a process from a later one with the same id: its start time in clock ticks since boot (field 22 of
 * /proc/PID/stat). Empty without /proc; then only the id counts.
 */
export function processStartMark(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The second field is the program name in parentheses, which may contain spaces and parentheses.
    return (
      stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .at(19) ?? ""
    )
  } catch {
    return ""
  }
}

/** The working directory of a process, or undefined if unknown. */
export function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Resolves true as soon as `fact` is true, false if it is not within `timeout_ms`. */
export async function waitUntil(fact: () => boolean | Promise<boolean>, timeout_ms: number): Promise<boolean> {
  const deadline = performance.now() + timeout_ms
  for (;;) {
    if (await fact()) return true
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const POLL_MS = 15
