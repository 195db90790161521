import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Feeds } from "#core/feeds"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const feedIds = Argument.variadic(Argument.String("feed id"))
const due = Flag.Boolean("due").pipe(Flag.withDescription("All feeds that are due"), Flag.withDefault(false))

/** Feeds fetched between two updates of the progress. */
const STEP_FEEDS = 200

/** Fetches feeds now: those with the given ids, or all that are due. */
export const refresh = Command.make("refresh", { feedIds, due, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.feedIds.length > 0 === flags.due) throw new Refused("Name feeds by their ids, or use --due.", EXIT.usage)
    const count = flags.due ? await countDue(session) : 0
    if (!flags.due) await refuseUnknown(session, flags.feedIds)
    const steps = flags.due
      ? [`fetch the ${count} feeds that are due`].slice(0, count)
      : flags.feedIds.map((feedId) => `fetch feed ${feedId}`)
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const result = flags.due
        ? await refreshDue(session, output, count)
        : await refreshNamed(session, output, flags.feedIds)
      await waitUntilCaughtUp(session)
      return result
    })
  }),
).pipe(
  Command.withDescription("Fetch feeds now"),
  Command.withExamples([
    { command: "feeds refresh --due --yes", description: "What a worker would do" },
    { command: "feeds refresh 0123456789abcdefghjk --yes", description: "One feed, due or not" },
  ]),
)

const countDue = async ({ sql }: Session): Promise<number> =>
  (await sql<Array<{ count: number }>>`select count(*) as count from feeds.poll where next_check_at <= now()`)[0]
    ?.count ?? 0

const refuseUnknown = async ({ sql }: Session, feedIds: ReadonlyArray<string>): Promise<void> => {
  const known = await sql<
    Array<{ feed_id: string }>
  >`select feed_id from feeds.poll where feed_id = any(${[...feedIds]})`
  const unknown = feedIds.filter((feedId) => !known.some((row) => row.feed_id === feedId))
  if (unknown.length > 0) throw new Refused(`The library has no feed ${unknown.join(", ")}.`)
}

/** Feeds that become due during the command are left to the worker, so that the command ends. */
const refreshDue = async (session: Session, output: Output, count: number) => {
  const progress = new Progress("due feeds", "feeds")
  let fetched = 0
  while (fetched < count) {
    const limit = Math.min(STEP_FEEDS, count - fetched)
    const done = await session.run(Effect.flatMap(Feeds, (feeds) => feeds.checkDue(limit)))
    if (done === 0) break
    fetched += done
    progress.show(fetched, count, fetched)
  }
  progress.end()
  output.say(`${fetched} feeds fetched`)
  return { fetched }
}

const refreshNamed = async (session: Session, output: Output, feedIds: ReadonlyArray<string>) => {
  const outcomes = []
  for (const feedId of feedIds) {
    const outcome = await session.run(Effect.flatMap(Feeds, (feeds) => feeds.refresh(feedId)))
    output.say(`${feedId}: ${outcome ?? "is being fetched by a worker"}`)
    outcomes.push({ feedId, outcome })
  }
  return outcomes
}
