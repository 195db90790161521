import { Argument, Command } from "effect/cli"
import { verify as verifyBuilds } from "#projections/runner"
import { chosen } from "../lib/chosen.ts"
import { carriedOut } from "../lib/command.ts"
import { EXIT } from "../lib/exit.ts"
import { all, json } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { withSession } from "../lib/session.ts"
import { driven } from "./driven.ts"
import { liveAndNewest } from "./newest.ts"

const names = Argument.variadic(Argument.String("projection"))

/** Compares the live build with the newest one, table by table, at one and the same position. */
export const verify = Command.make("verify", { names, all, json }, (flags) =>
  carriedOut(() =>
    withSession(async (session) => {
      const output = outputOf(flags.json)
      const verdicts: Array<object> = []
      let equal = true
      for (const projection of chosen(flags.names, flags.all)) {
        const { live, newest } = await liveAndNewest(session.sql, projection)
        if (newest === null) {
          output.say(`${projection.name}: there is no build beside build ${live}.`)
          continue
        }
        const verdict = await driven(session, () => verifyBuilds(session.sql, projection, [live, newest]))
        equal &&= verdict.equal
        output.say(`${projection.name}: builds ${live} (live) and ${newest} at position ${verdict.position} are ${verdict.equal ? "equal" : "DIFFERENT"}`)
        output.table(verdict.tables.map(({ table, rows, equal: same }) => ({ table, "rows live": rows[0], "rows new": rows[1], equal: same ? "yes" : "NO" })))
        if (verdict.parkedKeys.some((keys) => keys > 0)) output.say(`  parked keys: ${verdict.parkedKeys[0]} live, ${verdict.parkedKeys[1]} new`)
        verdicts.push({ name: projection.name, live, newest, ...verdict })
      }
      output.document(verdicts)
      if (!equal) process.exitCode = EXIT.nothingDone
    }),
  ),
).pipe(Command.withDescription("Compare the live build with the newest one by digest (exit code 3 where they differ)"))
