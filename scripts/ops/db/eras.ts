import { Command } from "effect/cli"
import { listEras } from "#core/kernel"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"

/** Lists the eras of the log, the newest first. */
export const eras = Command.make("eras", { json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const found = await listEras(sql)
    output.table(
      found.map(({ number, beganAt, cause, fromPosition, eraId }) => ({
        ...{ era: number, began: beganAt.toISOString(), cause, position: fromPosition, id: eraId },
      })),
    )
    output.document({ eras: found })
  }),
).pipe(Command.withDescription("List the eras of the log: after which position and why each began"))
