import { createLog } from "#core/kernel"
import { commandSettings } from "../settings.ts"
import type { Mode } from "./specs.ts"
import { CannotStart, supervise } from "./supervise.ts"

/** Signals this soon after the first one are duplicates: a terminal and npm both send it. */
const SAME_WISH_MS = 500
const EXIT_FAILED = 1
const EXIT_IMPATIENT = 130

/** Runs `npm start` and `npm run dev`: supervises until the command is stopped. */
export async function superviseCommand(mode: Mode): Promise<void> {
  const started = performance.now()
  const settings = commandSettings()
  const log = await createLog({ level: settings.logLevel, format: settings.logFormat, name: "supervisor" })
  const stopped = stopWish(() => log.info("stopping"))
  const serving = () => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const what = settings.roles.includes("web")
      ? `serves at ${settings.publicOrigin}`
      : `runs ${settings.roles.join(", ")}`
    console.log(`Quire ${what} (ready after ${seconds} s). Ctrl-C stops it.`)
    if (settings.roles.includes("console"))
      console.log(
        `Operators sign in at ${settings.consoleOrigin}. Invite the first: npm run ops -- operators invite NAME --yes`,
      )
    process.send?.({ ready: true })
  }
  try {
    await supervise(settings, { mode, say: (line) => log.info(line), warn: (line) => log.warn(line), stopped, serving })
    log.info("stopped")
    process.exit(0)
  } catch (error) {
    if (error instanceof CannotStart) console.error(error.message)
    else log.fatal(error, "Quire could not start")
    process.exit(EXIT_FAILED)
  }
}

/** Settles at the first stop request: Ctrl-C, a signal, or the exit of the parent process. */
function stopWish(heard: () => void): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const wish = () => {
      if (first === undefined) {
        first = performance.now()
        heard()
        resolve()
      } else if (performance.now() - first > SAME_WISH_MS) {
        console.error("Ended at once; the next start recovers what is left behind.")
        process.exit(EXIT_IMPATIENT)
      }
    }
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, wish)
    if (process.send) process.once("disconnect", wish)
  })
}
