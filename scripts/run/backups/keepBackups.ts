import type { ChildProcess } from "node:child_process"
import { deleteOld, listCopies, makeCopy } from "./copies.ts"
import { recordBackup } from "./recordBackup.ts"

const LOOK_MS = 10 * 60_000
const COPY_HOURS = 24

type Server = { readonly url: () => string; readonly home: string; readonly directory: string }

/**
 * Makes a copy of the running database every day, and deletes old ones. A failure is reported and tried again. Returns a
 * function that stops this.
 */
export const keepBackups = (
  { url, home, directory }: Server,
  { say, warn }: { readonly say: (line: string) => void; readonly warn: (line: string) => void },
): (() => Promise<void>) => {
  let child: ChildProcess | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  const look = async () => {
    try {
      deleteOld(directory, Date.now())
      const newest = listCopies(directory).at(-1)
      if (newest !== undefined && Date.now() - newest.beganAt.getTime() < COPY_HOURS * 3_600_000) return
      const { bytes } = await makeCopy(url(), home, directory, (started) => {
        child = started
      })
      await recordBackup(url(), null)
      say(`A backup of the database was made in ${directory} (${Math.ceil(bytes / 1e6)} MB).`)
    } catch (error) {
      if (isStopped) return
      warn(`No backup could be made in ${directory}; it is tried again in 10 minutes: ${error}`)
      await recordBackup(url(), String(error)).catch((reason) => warn(`The failed backup was not recorded: ${reason}`))
    }
  }
  const run = () => {
    running ??= look().finally(() => {
      running = undefined
    })
  }
  run()
  const timer = setInterval(run, LOOK_MS)
  return async () => {
    isStopped = true
    clearInterval(timer)
    child?.kill()
    await running
  }
}
