import { Argument, Command } from "effect/cli"
import { findLive, type Projection, rollback as rollbackProjection } from "#projections/runner"
import { chosen } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { driven } from "../lib/driven.ts"
import { all, json, yes } from "../lib/flags.ts"
import { planned } from "../lib/plan.ts"

const names = Argument.variadic(Argument.String("projection"))

/** Goes back to the build before the live one. */
export const rollback = Command.make("rollback", { names, all, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const moves: Array<{ readonly projection: Projection; readonly live: number; readonly previous: number }> = []
    for (const projection of chosen(flags.names, flags.all)) {
      const live = await findLive(session.sql, projection.name)
      if (live?.previous != null) moves.push({ projection, live: live.build, previous: live.previous })
    }
    await planned(
      {
        yes: flags.yes,
        output,
        steps: moves.map(
          ({ projection, live, previous }) => `switch ${projection.name} back from build ${live} to build ${previous}`,
        ),
      },
      async () => {
        const done = []
        for (const { projection, live } of moves) {
          const to = await driven(session, () => rollbackProjection(session.sql, projection))
          output.say(`${projection.name}: build ${to} serves again`)
          done.push({ name: projection.name, from: live, to })
        }
        return done
      },
    )
  }),
).pipe(Command.withDescription("Switch back to the build before the live one"))
