import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { birthMark, isAlive, until } from "./processes.ts"

/** Who holds a lock file. */
export interface Holder {
  readonly pid: number
  /** Tells the process from a later one with the same number. */
  readonly mark: string
}

/** Takes the lock file for this process; answers the living holder instead when there is one. */
export function takeLock(file: string): Holder | undefined {
  mkdirSync(dirname(file), { recursive: true })
  const own = JSON.stringify({ pid: process.pid, mark: birthMark(process.pid) } satisfies Holder)
  for (;;) {
    try {
      writeFileSync(file, own, { flag: "wx" })
      return undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
    const holder = readHolder(file)
    if (holder && isRunning(holder)) return holder
    rmSync(file, { force: true })
  }
}

/** Gives the lock back. */
export const freeLock = (file: string): void => rmSync(file, { force: true })

/** True while this very process lives, not a later one with its number. */
export const isRunning = ({ pid, mark }: Holder): boolean => isAlive(pid) && birthMark(pid) === mark

/** Does work that only one process may do at a time; others wait for their turn. */
export async function alone<A>(file: string, work: () => Promise<A>, wait_ms_max = 300_000): Promise<A> {
  let holder: Holder | undefined
  const isMine = () => {
    holder = takeLock(file)
    return holder === undefined
  }
  if (!(await until(isMine, wait_ms_max))) throw new Error(`process ${holder?.pid} still holds ${file}`)
  try {
    return await work()
  } finally {
    freeLock(file)
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder
  } catch {
    // Half-written by a killed process, or just given back.
    return undefined
  }
}
