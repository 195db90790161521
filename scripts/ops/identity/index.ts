import { Command } from "effect/cli"
import { list, look, show } from "./read.ts"
import { claim, preserve, read, reject, release, resubmit, retention, revoke, shred, verify } from "./review.ts"

export const identity = Command.make("identity").pipe(
  Command.withDescription("Identity checks: review, retention and the images of documents"),
  // biome-ignore format: the order of a review, and of the help
  Command.withSubcommands([
    list, show, look, claim, release, read, verify, resubmit, reject, revoke, preserve, shred, retention,
  ]),
)
