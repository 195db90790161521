import { readFileSync, readlinkSync } from "node:fs"

/** True while a process with this id exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * What tells one process from a later one with the same number: its start time in clock ticks since boot
 * (field 22 of /proc/PID/stat). Empty where there is no /proc, so that only the number counts there.
 */
export function birthMark(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The second field is the program's name in brackets, which may hold spaces and brackets itself.
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

/** The working directory of a process, or undefined where that cannot be known. */
export function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Resolves true as soon as `fact` holds, false when it still does not after `timeout_ms`. */
export async function until(fact: () => boolean | Promise<boolean>, timeout_ms: number): Promise<boolean> {
  const deadline = performance.now() + timeout_ms
  for (;;) {
    if (await fact()) return true
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const POLL_MS = 15
