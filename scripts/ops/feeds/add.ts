import { Argument, Command } from "effect/cli"
import { Effect } from "effect"
import { Feeds } from "#core/feeds"
import { translator } from "../../../src/i18n/index.ts"
import { carriedOut } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { withSession } from "../lib/session.ts"

/** Adds the feed at an address, or the first one that a page leads to. */
export const add = Command.make("add", { address: Argument.String("address"), yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async (session) => {
      const refused = (refusal: { readonly messageKey: Parameters<ReturnType<typeof translator>>[0] }) =>
        Effect.die(new Refused(translator("en")(refusal.messageKey as "discover.noFeedFound")))
      const [best, ...others] = await session.run(
        Effect.flatMap(Feeds, (feeds) => feeds.discover(flags.address)).pipe(Effect.catch(refused)),
      )
      const output = outputOf(flags.json)
      for (const { url } of others) output.say(`Also there: ${url}`)
      await planned({ yes: flags.yes, output, steps: [`add ${best?.url} (${best?.source}, ${best?.title ?? "without a title"})`] }, () =>
        session.run(Effect.flatMap(Feeds, (feeds) => feeds.add(best?.url ?? flags.address)).pipe(Effect.catch(refused))),
      )
    }),
  ),
).pipe(Command.withDescription("Add the feed at an address, or the one that a page leads to"))
