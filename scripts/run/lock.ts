import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { isAlive, processStartMark, waitUntil } from "./processes.ts"

/** The holder of a lock file. */
export interface Holder {
  readonly pid: number
  /** Distinguishes the process from a later one with the same id. */
  readonly mark: string
}

/** Takes the lock file for this process. Returns the running holder instead if there is one. */
export function takeLock(file: string): Holder | undefined {
  mkdirSync(dirname(file), { recursive: true })
  const own = JSON.stringify({ pid: process.pid, mark: processStartMark(process.pid) } satisfies Holder)
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

/** Releases the lock. */
export const freeLock = (file: string): void => rmSync(file, { force: true })

/** True while this process runs, not a later one with the same id. */
export const isRunning = ({ pid, mark }: Holder): boolean => isAlive(pid) && processStartMark(pid) === mark

/** Runs work that only one process may do at a time. Others wait. */
export async function alone<A>(file: string, work: () => Promise<A>, wait_ms_max = 300_000): Promise<A> {
  let holder: Holder | undefined
  const isMine = () => {
    holder = takeLock(file)
    return holder === undefined
  }
  if (!(await waitUntil(isMine, wait_ms_max))) throw new Error(`process ${holder?.pid} still holds ${file}`)
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
    // Incomplete because the writer was killed, or just released.
    return undefined
  }
}
