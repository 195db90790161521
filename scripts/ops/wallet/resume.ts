import { Argument, Command } from "effect/cli"
import { CHAIN_NAMES } from "#core/chains"
import { inSession } from "../lib/command.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"

const chain = Argument.Literals("chain", CHAIN_NAMES).pipe(Argument.withDescription("Which chain was halted"))

/** Resumes scanning of a halted chain, which two operators sign. */
export const resume = Command.make("resume", { chain, reason, noWait, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    runOperation(session, output, {
      ...{ name: "wallet.resumeChain", given: { chain: flags.chain, reason: flags.reason } },
      ...{ yes: flags.yes, wait: !flags.noWait },
    }),
  ),
).pipe(Command.withDescription("Resume a chain that a deep reorganization halted; two operators sign it"))
