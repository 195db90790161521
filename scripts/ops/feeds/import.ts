import { readFile } from "node:fs/promises"
import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { Feeds, parseOpml } from "#core/feeds"
import { caughtUp } from "../lib/caughtUp.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import type { Session } from "../lib/session.ts"
import { whyNot } from "./refusal.ts"

/** Feeds that are added side by side. */
const AT_ONCE = 8

const NOT_OPML = { "no-opml": "is no OPML", "no-feeds": "names no feed" }

const file = Argument.String("file").pipe(Argument.withDescription("OPML"))

/** Adds every feed of an OPML file. Feeds that are there already stay as they are, so an import may be repeated. */
export const importFeeds = Command.make("import", { file, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const { addresses, truncated } = await readAddresses(flags.file)
    if (truncated) output.say("The list is longer than one import takes: its end is left out.")
    await planned({ yes: flags.yes, output, steps: [`add the ${addresses.length} feeds of ${flags.file}`] }, () =>
      addAll(session, output, addresses),
    )
  }),
).pipe(Command.withDescription("Add every feed of an OPML file (safe to repeat)"))

const readAddresses = async (path: string) => {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${path} cannot be read: ${error.code}.`)
  })
  const parsed = parseOpml(text)
  if (Result.isFailure(parsed)) throw new Refused(`${path} ${NOT_OPML[parsed.failure.reason]}.`)
  const { groups, truncated } = parsed.success
  return { addresses: [...new Set(groups.flatMap(({ feeds }) => feeds.map(({ xmlUrl }) => xmlUrl)))], truncated }
}

const addAll = async (session: Session, output: Output, addresses: ReadonlyArray<string>) => {
  const progress = new Progress("import", "feeds")
  const failed: Array<{ readonly url: string; readonly reason: string }> = []
  const feeds = await session.run(Feeds)
  let done = 0
  const addOne = (url: string) =>
    feeds.add(url).pipe(
      Effect.catch((refusal) => Effect.sync(() => void failed.push({ url, reason: whyNot(refusal) }))),
      Effect.tap(() => Effect.sync(() => progress.show(++done, addresses.length, done))),
    )
  await session.run(Effect.forEach(addresses, addOne, { concurrency: AT_ONCE, discard: true }))
  progress.end()
  await caughtUp(session)
  output.say(`${addresses.length - failed.length} feeds are in the library, ${failed.length} could not be added`)
  for (const { url, reason } of failed) output.say(`  ${url}: ${reason}`)
  if (failed.length > 0) process.exitCode = EXIT.failed
  return { feeds: addresses.length, failed }
}
