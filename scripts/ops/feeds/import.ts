import { readFile } from "node:fs/promises"
import { Effect, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { ADD_UNVERIFIED_MAX, Feeds } from "#core/feeds"
import { CurrentMeta } from "#core/kernel"
import { OPML_FEEDS_MAX, parseOpml } from "#core/syndication"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import type { Session } from "../lib/session.ts"
import { terminal } from "../lib/terminal.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { failureSentence } from "./refusal.ts"

/** Feeds fetched between two updates of the progress. */
const STEP_FEEDS = 200
/** Interval for checking the worker's progress. */
const LOOK_MS = 1_000

/** Fetches feeds that were never fetched, until each was fetched once. A running worker may help. */
const fetchNewFeeds = async ({ sql, run }: Session, feedIds: ReadonlyArray<string>): Promise<void> => {
  const progress = new Progress("first look", "feeds")
  const open = async () => {
    const [row] = await sql<Array<{ open: number }>>`
      select count(*) as open from feeds.poll where feed_id = any(${[...feedIds]}) and checked_at is null`
    return row?.open ?? 0
  }
  const all = await open()
  for (let left = all; left > 0; left = await open()) {
    const looked = await run(Effect.flatMap(Feeds, (feeds) => feeds.checkDue(STEP_FEEDS)))
    progress.show(all - left, all, all - left)
    // The remaining feeds are leased by a worker, or wait for the rate limit of their host.
    if (looked === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  progress.end()
}

const NOT_OPML = { "no-opml": "is no OPML", "no-feeds": "names no feed" }
/** Maximum number of failed feeds listed one by one; `feeds health` lists them all. */
const NAMED_MAX = 20

const file = Argument.String("file").pipe(Argument.withDescription("OPML"))
const wait = Flag.Boolean("wait").pipe(
  Flag.withDescription("Fetch them now, in addition to the worker, until each was fetched once"),
  Flag.withDefault(false),
)

/** Adds every feed of an OPML file. Existing feeds are not changed, so an import can be repeated. */
export const importFeeds = Command.make("import", { file, wait, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const { addresses, truncated } = await readAddresses(flags.file)
    if (truncated) output.say("The list exceeds the limit of one import; the rest was skipped.")
    const looks = flags.wait ? ["fetch each of them once"] : []
    const steps = [`add the ${addresses.length} feeds of ${flags.file}`, ...looks]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const { feedIds, added, unusable } = await addAll(session, addresses)
      output.say(`${added} feeds added, ${feedIds.length - added} already there`)
      for (const url of unusable) output.say(`  ${url}: is not a feed address`)
      if (flags.wait) await fetchNewFeeds(session, feedIds)
      else output.say("The worker fetches them from now on; see feeds health.")
      await waitUntilCaughtUp(session)
      const failed = flags.wait ? await reportFailing(session, output, feedIds) : []
      if (failed.length + unusable.length > 0) terminal().exitCode = EXIT.failed
      return { feeds: addresses.length, added, unusable, failed }
    })
  }),
).pipe(
  Command.withDescription("Add every feed of an OPML file (safe to repeat)"),
  Command.withExamples([
    { command: "feeds import feeds.opml --yes", description: "Leave the fetching to the worker" },
    { command: "feeds import feeds.opml --wait --yes", description: "See it through" },
  ]),
)

const readAddresses = async (path: string) => {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${path} cannot be read: ${error.code}.`)
  })
  const parsed = parseOpml(text, OPML_FEEDS_MAX)
  if (Result.isFailure(parsed)) throw new Refused(`${path} ${NOT_OPML[parsed.failure.reason]}.`)
  const { groups, truncated } = parsed.success
  return { addresses: [...new Set(groups.flatMap(({ feeds }) => feeds.map(({ xmlUrl }) => xmlUrl)))], truncated }
}

const addAll = async (session: Session, addresses: ReadonlyArray<string>) => {
  const progress = new Progress("import", "feeds")
  const feeds = await session.run(Feeds)
  const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
  const feedIds = new Set<string>()
  const unusable: Array<string> = []
  let added = 0
  for (let at = 0; at < addresses.length; at += ADD_UNVERIFIED_MAX) {
    const part = addresses.slice(at, at + ADD_UNVERIFIED_MAX)
    const done = await session.run(feeds.addUnverified(part).pipe(Effect.provideService(CurrentMeta, meta)))
    for (const feedId of done.feedIds) feedIds.add(feedId)
    unusable.push(...done.unusable)
    added += done.added
    progress.show(at + part.length, addresses.length, at + part.length)
  }
  progress.end()
  return { feedIds: [...feedIds], added, unusable }
}

type Failing = { readonly url: string; readonly reason: string; readonly status: number | null }

const reportFailing = async ({ sql }: Session, output: Output, feedIds: ReadonlyArray<string>) => {
  const rows = await sql<Array<Failing>>`
    select url, failure as reason, failure_status as status from feeds.poll
    where feed_id = any(${[...feedIds]}) and failure is not null order by url`
  const failed = rows.map(({ url, reason, status }) => ({ url, reason: failureSentence(reason, status) }))
  output.say(`${feedIds.length - failed.length} feeds work, ${failed.length} fail`)
  for (const { url, reason } of failed.slice(0, NAMED_MAX)) output.say(`  ${url}: ${reason}`)
  if (failed.length > NAMED_MAX) output.say(`  and ${failed.length - NAMED_MAX} more: see feeds health`)
  return failed
}
