import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { Withdrawals } from "#core/wallet"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"
import { asOperator } from "./asOperator.ts"
import { findAsset, nameOf, optionalCoin } from "./coin.ts"

/** Lists what is stopped, and why; null stands for all coins. */
export const printStops = (output: Output, stopped: ReadonlyMap<number | null, string>): void => {
  for (const [assetTypeId, why] of stopped)
    output.say(`Stopped${assetTypeId === null ? "" : ` for ${nameOf(assetTypeId)}`}: ${why}`)
}

const stopsNow = async (session: Session) => (await session.run(Withdrawals.use(({ rules }) => rules))).stopped

/** Stops withdrawals of one coin or of all immediately. The owner of the machine may do this alone. */
export const stopWithdrawals = Command.make("stop-withdrawals", { coin: optionalCoin, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused("Give a reason with --reason.", EXIT.usage)
    await session.run(refreshAssetTypes)
    const assetTypeId = Option.isNone(flags.coin) ? null : findAsset(flags.coin.value)
    const coins = assetTypeId === null ? "any coin" : nameOf(assetTypeId)
    const step = `build, sign and send nothing of ${coins} from now on: ${flags.reason}`
    await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
      const { position } = await session.run(
        Withdrawals.use((withdrawals) => withdrawals.stop(assetTypeId, flags.reason)).pipe(
          asOperator,
          Effect.catchTag("CommandReused", Effect.die),
        ),
      )
      output.say(position === 0 ? "Nothing changed." : "Done.")
      const stopped = await stopsNow(session)
      printStops(output, stopped)
      return { position, stopped: [...stopped].map(([id, why]) => ({ assetTypeId: id, reason: why })) }
    })
  }),
).pipe(Command.withDescription("Stop sending withdrawals, even approved ones"))

/** Lifts the stop of all coins, or of one coin, which two operators sign. The stops are independent of each other. */
export const resumeWithdrawals = Command.make(
  "resume-withdrawals",
  { coin: optionalCoin, noWait, yes, json },
  (flags) =>
    inSession(flags, async (session, output) => {
      await session.run(refreshAssetTypes)
      const coin = Option.isNone(flags.coin) ? "all" : nameOf(findAsset(flags.coin.value))
      await runOperation(session, output, {
        ...{ name: "withdrawals.resume", given: { coin }, yes: flags.yes, wait: !flags.noWait },
      })
      printStops(output, await stopsNow(session))
    }),
).pipe(Command.withDescription("Resume withdrawals of one stopped coin, or of all; two operators sign it"))
