import { Command } from "effect/cli"
import { verify } from "../events/verify.ts"
import { assets } from "./assetTypes.ts"
import { balances } from "./balances.ts"
import { freeze, unfreeze } from "./freeze.ts"
import { pinOperators } from "./pinOperators.ts"
import { rates } from "./rates.ts"
import { reconcile } from "./reconcile.ts"
import { resume } from "./resume.ts"
import { rules } from "./rules.ts"
import { settle } from "./settle.ts"
import { sim } from "./sim.ts"
import { resumeWithdrawals, stopWithdrawals } from "./stops.ts"
import { sweep } from "./sweep.ts"
import { trace } from "./trace.ts"
import { withdrawals } from "./withdrawals.ts"

export const wallet = Command.make("wallet").pipe(
  Command.withDescription("Balances, movements, reconciliation and withdrawals"),
  Command.withSubcommands([
    assets,
    balances,
    trace,
    rates,
    reconcile,
    verify,
    freeze,
    unfreeze,
    rules,
    withdrawals,
    stopWithdrawals,
    resumeWithdrawals,
    resume,
    settle,
    sweep,
    pinOperators,
    sim,
  ]),
)
