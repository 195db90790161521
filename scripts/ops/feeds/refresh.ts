import { Argument, Command, Flag } from "effect/cli"
import { Effect } from "effect"
import { CHECKS_AT_ONCE_MAX, Feeds } from "#core/feeds"
import { carriedOut } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { withSession } from "../lib/session.ts"

/** Fetches feeds now: those named by their ids, or all that are due. */
export const refresh = Command.make(
  "refresh",
  {
    feeds: Argument.variadic(Argument.String("feed id")),
    due: Flag.Boolean("due").pipe(Flag.withDescription("All feeds that are due"), Flag.withDefault(false)),
    yes,
    json,
  },
  (flags) =>
    carriedOut(() =>
      withSession(async (session) => {
        if (flags.feeds.length === 0 && !flags.due) throw new Refused("Name feeds by their ids or say --due.", EXIT.usage)
        const output = outputOf(flags.json)
        const [due] = await session.sql<Array<{ count: number }>>`select count(*) as count from feeds.poll where next_check_at <= now()`
        const steps = flags.due ? [`fetch the ${due?.count ?? 0} feeds that are due`] : flags.feeds.map((feedId) => `fetch feed ${feedId}`)
        await planned({ yes: flags.yes, output, steps }, async () => {
          if (flags.due) {
            let fetched = 0
            for (;;) {
              const count = await session.run(Effect.flatMap(Feeds, (feeds) => feeds.checkDue(CHECKS_AT_ONCE_MAX)))
              fetched += count
              if (count === 0) break
            }
            output.say(`${fetched} feeds fetched`)
            return { fetched }
          }
          const outcomes = []
          for (const feedId of flags.feeds) {
            const outcome = await session.run(Effect.flatMap(Feeds, (feeds) => feeds.refresh(feedId)))
            output.say(`${feedId}: ${outcome ?? "unknown, or being fetched by a worker"}`)
            outcomes.push({ feedId, outcome })
          }
          return outcomes
        })
      }),
    ),
).pipe(Command.withDescription("Fetch feeds now"))
