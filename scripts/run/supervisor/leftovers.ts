import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type Holder, isRunning } from "../lock.ts"
import { birthMark, until } from "../processes.ts"

const END_MS_MAX = 5000

/** Notes which processes belong to this supervisor, for a later one that finds them orphaned. */
export function noteChildren(file: string, pids: ReadonlyArray<number>): void {
  writeFileSync(file, JSON.stringify(pids.map((pid): Holder => ({ pid, mark: birthMark(pid) }))))
}

/** Waits until the processes of a killed supervisor have ended, as they do by themselves, and ends those that do not. */
export async function endLeftovers(file: string): Promise<void> {
  if (!existsSync(file)) return
  const children = readNote(file)
  const areGone = () => !children.some(isRunning)
  if (!(await until(areGone, END_MS_MAX))) {
    for (const child of children.filter(isRunning)) process.kill(child.pid, "SIGKILL")
    await until(areGone, END_MS_MAX)
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
