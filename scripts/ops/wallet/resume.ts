import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { CHAIN_NAMES } from "#core/chains"
import { Reconciliation } from "#core/wallet"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { asOperator } from "./asOperator.ts"

const chain = Argument.Literals("chain", CHAIN_NAMES).pipe(Argument.withDescription("Which chain was halted"))

/** Resumes scanning of a halted chain. */
export const resume = Command.make("resume", { chain, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused("Give a reason with --reason.", EXIT.usage)
    const steps = [
      `stop withdrawals of ${flags.chain} until resume-withdrawals ${flags.chain}`,
      `look at ${flags.chain} again from the last block that both branches share: ${flags.reason}`,
    ]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const done = await session.run(
        Reconciliation.use((reconciliation) => reconciliation.resume(flags.chain, flags.reason)).pipe(
          asOperator,
          Effect.result,
        ),
      )
      if (Result.isFailure(done))
        throw new Refused("detail" in done.failure ? `${flags.chain}: ${done.failure.detail}` : done.failure._tag)
      const { position } = done.success
      output.say(
        position === 0
          ? `${flags.chain} is not halted.`
          : `Done. Once the worker has looked, see reconcile, then resume-withdrawals ${flags.chain}.`,
      )
      return { position }
    })
  }),
).pipe(Command.withDescription("Resume a chain that a deep reorganization halted"))
