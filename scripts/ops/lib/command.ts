import { Effect } from "effect"
import { EXIT, Refused } from "./exit.ts"

/** Turns a command's work into an effect: a refusal becomes one line and its exit code, any other error its stack. */
export const carriedOut = (work: () => Promise<void>): Effect.Effect<void> =>
  Effect.promise(async () => {
    try {
      await work()
    } catch (error) {
      if (error instanceof Refused) {
        process.stderr.write(`${error.message}\n`)
        process.exitCode = error.exitCode
      } else if (error instanceof Error && SAID.has(error.name)) {
        process.stderr.write(`${error.message}\n`)
        process.exitCode = EXIT.failed
      } else throw error
    }
  })

/** Refusals of the projection runner that a person can act on. */
const SAID = new Set(["CannotSwitch", "CannotDrop", "Busy", "TooManyFaults", "MigrationRefused"])
