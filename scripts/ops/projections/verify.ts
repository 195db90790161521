import { Argument, Command } from "effect/cli"
import { type Verdict, verify as verifyBuilds } from "#projections/runner"
import { chooseProjections } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { EXIT } from "../lib/exit.ts"
import { all, json } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { terminal } from "../lib/terminal.ts"
import { runRoundsDuring } from "../lib/waitUntilCaughtUp.ts"
import { liveAndNewest } from "./switch.ts"

const names = Argument.variadic(Argument.String("projection"))

/** `equal` is null if there was no other build to compare with. */
type Verified = { readonly name: string; readonly live: number } & (
  | ({ readonly newest: number } & Verdict)
  | { readonly newest: null; readonly equal: null }
)

/** Compares the live build with the newest one, table by table, at the same position. */
export const verify = Command.make("verify", { names, all, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const verified: Array<Verified> = []
    for (const projection of chooseProjections(flags.names, flags.all)) {
      const { name } = projection
      const { live, newest } = await liveAndNewest(session.sql, projection)
      if (newest === null) {
        output.say(`${name}: there is no build beside build ${live}.`)
        verified.push({ name, live, newest, equal: null })
        continue
      }
      const verdict = await runRoundsDuring(session, () => verifyBuilds(session.sql, projection, [live, newest]))
      tell(output, { name, live, newest, verdict })
      verified.push({ name, live, newest, ...verdict })
    }
    const equal = verified.every((each) => each.equal !== false)
    output.document({ equal, verified })
    if (!equal) terminal().exitCode = EXIT.nothingDone
  }),
).pipe(Command.withDescription("Compare the live build with the newest one by digest (exit code 3 if they differ)"))

const tell = (
  output: Output,
  { name, live, newest, verdict }: { name: string; live: number; newest: number; verdict: Verdict },
): void => {
  const outcome = verdict.equal ? "equal" : "DIFFERENT"
  output.say(`${name}: builds ${live} (live) and ${newest} at position ${verdict.position} are ${outcome}`)
  output.table(
    verdict.tables.map(({ table, rows, equal }) => ({
      table,
      [`rows of ${live}`]: rows[0],
      [`rows of ${newest}`]: rows[1],
      equal: equal ? "yes" : "NO",
    })),
  )
  const [before, after] = verdict.parkedKeys
  if (before + after > 0) output.say(`  parked keys: ${before} in ${live}, ${after} in ${newest}`)
}
