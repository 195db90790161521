import { userInfo } from "node:os"
import { EXIT } from "./exit.ts"
import type { Output } from "./output.ts"
import { terminal } from "./terminal.ts"

export interface Planned {
  readonly yes: boolean
  readonly output: Output
  /** What would happen, one step a line. Nothing to do where there is none. */
  readonly steps: ReadonlyArray<string>
}

/** Prints the plan, and acts only when told to. Without `--yes` nothing changes and the exit code says so. */
export const planned = async ({ yes, output, steps }: Planned, act: () => Promise<unknown>): Promise<void> => {
  if (steps.length === 0) {
    output.say("Nothing to do.")
    output.document({ plan: [], done: false })
    return
  }
  output.say("Plan:")
  for (const step of steps) output.say(`  ${step}`)
  if (!yes) {
    output.say("Nothing was changed. Add --yes to act.")
    output.document({ plan: steps, done: false })
    terminal().exitCode = EXIT.nothingDone
    return
  }
  const result = await act()
  output.document({ plan: steps, done: true, result })
}

/** Who decides, for the record: the account that the command runs as. */
export const operatorName = (): string => {
  try {
    return `operator:${userInfo().username}`
  } catch {
    // A container may run as a number that has no name.
    return `operator:${process.getuid?.() ?? "unknown"}`
  }
}
