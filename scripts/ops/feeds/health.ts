import { Argument, Command, Flag } from "effect/cli"
import { PollSchedule } from "#core/feeds"
import { translator } from "../../../src/i18n/index.ts"
import { healthAdvice } from "../../../src/lib/healthAdvice.ts"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { failureSentence } from "./refusal.ts"

/** Maximum number of feeds in one report. */
const FEEDS_MAX = 100_000
/** Maximum number of rows in the table; `--json` returns all. */
const ROWS_MAX = 200

const feedIds = Argument.variadic(Argument.String("feed id"))
const all = Flag.Boolean("all").pipe(Flag.withDescription("Working feeds too"), Flag.withDefault(false))

/** Shows the health of feeds: what fails, why and since when, what to do, and when each is fetched next. */
export const health = Command.make("health", { feedIds, all, json }, (flags) =>
  inSession(flags, async ({ run, sql }, output) => {
    const named = flags.feedIds.length > 0
    const ask = (feedId?: string) =>
      run(PollSchedule.use((schedule) => schedule.health({ feedId, failing: !flags.all && !named, limit: FEEDS_MAX })))
    const found = named ? (await Promise.all(flags.feedIds.map(ask))).flat() : await ask()
    const feeds = found.map(({ failure, ...feed }) => ({
      ...feed,
      failure: failure && {
        ...failure,
        sentence: failureSentence(failure.reason, failure.status),
        advice: translator("en")(healthAdvice(failure.reason)),
      },
    }))
    const kinds = [...Map.groupBy(feeds, ({ failure }) => failure?.sentence)].flatMap(([sentence, ofKind]) =>
      sentence === undefined ? [] : [{ feeds: ofKind.length, sentence, advice: ofKind[0]?.failure?.advice ?? "" }],
    )
    const [{ total } = { total: 0 }] = await sql<Array<{ total: number }>>`select count(*) as total from feeds.poll`
    const failing = feeds.filter(({ failure }) => failure !== null).length
    if (!named) output.say(`${failing} of ${total} feeds are failing`)
    for (const kind of kinds.sort((one, other) => other.feeds - one.feeds)) {
      output.say(`\n${kind.feeds} × ${kind.sentence}\n    ${kind.advice}`)
    }
    if (feeds.length > 0) output.say("")
    output.table(
      feeds.slice(0, ROWS_MAX).map((feed) => ({
        feed: feed.feedId,
        "last success": minute(feed.succeededMs),
        failing: feed.failure === null ? "" : `${feed.failures} × since ${minute(feed.failingSinceMs)}`,
        why: feed.failure === null ? "" : [feed.failure.status, feed.failure.reason].filter(Boolean).join(" "),
        "next look": minute(feed.nextCheckMs) + (feed.pushed ? " and when its hub tells us" : ""),
        address: feed.url,
      })),
    )
    if (feeds.length > ROWS_MAX) output.say(`and ${feeds.length - ROWS_MAX} more: --json has them all`)
    output.document({ total, failing, kinds, feeds })
  }),
).pipe(
  Command.withDescription("Health of feeds: what fails, why, what to do, and when each is fetched next"),
  Command.withExamples([
    { command: "feeds health", description: "The failing ones, by reason" },
    { command: "feeds health 0123456789abcdefghjk", description: "One feed" },
    { command: "feeds health --all --json", description: "Everything, for a program" },
  ]),
)

const minute = (ms: number | null): string => (ms === null ? "never" : new Date(ms).toISOString().slice(0, 16))
