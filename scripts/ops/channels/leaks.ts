import { Effect } from "effect"
import { Command } from "effect/cli"
import { AppConfig } from "#core/kernel"
import { findLeaks } from "../../../src/worker/posts/leaks/findLeaks.ts"
import { inSession } from "../lib/command.ts"
import { EXIT } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"

/** Looks for texts for subscribers in what others can read, as the worker does each hour. */
export const leaks = Command.make("leaks", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const report = await session.run(
      Effect.flatMap(AppConfig, ({ publicOrigin }) => findLeaks(publicOrigin, Date.now())),
    )
    output.table(
      report.leaks.map(({ postId, outlet, viewer }) => ({ post: postId, "readable in": outlet, by: viewer })),
    )
    output.table(
      report.unanswered.map(({ outlet, viewer, reason }) => ({ outlet, "asked as": viewer, "no answer": reason })),
    )
    output.say(
      report.leaks.length > 0
        ? "Others can read texts for subscribers: hide these posts until this is mended."
        : `No leak in ${report.answers} answers about ${report.posts} posts for subscribers.`,
    )
    output.document(report)
    if (report.leaks.length > 0) terminal().exitCode = EXIT.nothingDone
    else if (report.unanswered.length > 0) terminal().exitCode = EXIT.failed
  }),
).pipe(Command.withDescription("Look for texts for subscribers in what others can read"))
