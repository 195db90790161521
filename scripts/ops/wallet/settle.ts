import { Argument, Command, Flag } from "effect/cli"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"
import { coin, findCoin, nameOf } from "./coin.ts"

const amount = Argument.String("amount").pipe(Argument.withDescription("Amount in suspense to settle, in coins: 0.05"))
const to = Flag.String("to").pipe(
  Flag.withDescription(
    "Who receives a surplus or bears a loss: fees (the platform), cold (cold storage), or the code of a person",
  ),
  Flag.withDefault("fees"),
)

/** Books an amount out of suspense and records the reason; two operators sign it. */
export const settle = Command.make("settle", { coin, amount, to, reason, noWait, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await session.run(refreshAssetTypes)
    const given = {
      coin: nameOf(findCoin(flags.coin)),
      amount: flags.amount,
      recipient: flags.to,
      reason: flags.reason,
    }
    await runOperation(session, output, { name: "wallet.settle", given, yes: flags.yes, wait: !flags.noWait })
  }),
).pipe(
  Command.withDescription("Book an amount out of suspense, to fees, cold storage or a person; two operators sign it"),
)
