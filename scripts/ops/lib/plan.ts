import { userInfo } from "node:os"
import { EXIT } from "./exit.ts"
import type { Output } from "./output.ts"
import { terminal } from "./terminal.ts"

export interface PlannedRun {
  readonly yes: boolean
  readonly output: Output
  /** The planned changes, one per line. Empty if there is nothing to do. */
  readonly steps: ReadonlyArray<string>
}

/** Prints the plan, and executes it only with `--yes`. Without it nothing changes and the exit code tells. */
export const runPlan = async ({ yes, output, steps }: PlannedRun, act: () => Promise<unknown>): Promise<void> => {
  if (steps.length === 0) {
    output.say("Nothing to do.")
    output.document({ plan: [], done: false })
    return
  }
  output.say("Plan:")
  for (const step of steps) output.say(`  ${step}`)
  if (!yes) {
    output.say("Nothing was changed. Add --yes to execute the plan.")
    output.document({ plan: steps, done: false })
    terminal().exitCode = EXIT.nothingDone
    return
  }
  const result = await act()
  output.document({ plan: steps, done: true, result })
}

/** The name recorded for decisions: the system user that runs the command. */
export const operatorName = (): string => {
  try {
    return `operator:${userInfo().username}`
  } catch {
    // A container may run with a user id that has no name.
    return `operator:${process.getuid?.() ?? "unknown"}`
  }
}
