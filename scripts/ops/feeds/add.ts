import { Argument, Command } from "effect/cli"
import { Feeds } from "#core/feeds"
import { inSession } from "../lib/command.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { orExit } from "./refusal.ts"

const address = Argument.String("address").pipe(
  Argument.withDescription("Address of a feed, or of a page that links to one"),
)

/** Adds the feed at an address, or the first feed that the page at this address links to. */
export const add = Command.make("add", { address, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const feeds = await session.run(Feeds)
    const [best, ...others] = await session.run(feeds.discover(flags.address).pipe(orExit))
    for (const { url } of others) output.say(`Also there: ${url}`)
    const known = best && (await session.run(feeds.lookUp(best.url)))
    if (known) output.say(`${best.url} is in the library: feed ${known}.`)
    const title = best?.title ?? "without a title"
    const steps = !best || known ? [] : [`add ${best.url} (${best.source}, ${title})`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const { feedId } = await session.run(feeds.add(best?.url ?? flags.address).pipe(orExit))
      await waitUntilCaughtUp(session)
      output.say(`Added feed ${feedId}.`)
      return { feedId, url: best?.url ?? flags.address }
    })
  }),
).pipe(Command.withDescription("Add the feed at an address, or the one that a page links to"))
