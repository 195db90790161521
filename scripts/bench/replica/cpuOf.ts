import { readdirSync, readFileSync } from "node:fs"

/** Ticks per second of /proc on Linux. */
const TICKS_PER_SECOND = 100

/** Processor seconds of a process and its children, ended ones included. */
export const cpuOf = (pid: number): number => {
  let ticks = 0
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
      // The name of the program may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
      if (Number(name) === pid) ticks += (user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0)
      else if (parent === pid) ticks += (user ?? 0) + (system ?? 0)
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / TICKS_PER_SECOND
}
