import { Effect, type Result } from "effect"
import type { Chain, Payment } from "#core/chains"
import { feeFor, vbytesOf } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import type { RulesState } from "../withdrawalRules/Rules.ts"
import { CrashPoint } from "./CrashPoint.ts"
import { holdBack, recordBuilt } from "./decide.ts"
import type { WaitsFor, WithdrawalEvent } from "./events.ts"
import { feeSubsidyBudget } from "./feeSubsidyBudget.ts"
import { noteDelayed } from "./noteDelayed.ts"
import { changeAddress } from "./ownScripts.ts"
import { SPEED_BLOCKS } from "./quote.ts"
import { readReservedCoins } from "./readOpen.ts"
import { asWithdrawalRefusals } from "./refusals.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>
type Decided = Result.Result<ReadonlyArray<WithdrawalEvent>>

type Needs = {
  readonly sql: SqlClient
  readonly rules: Effect.Effect<RulesState>
  /** Appends what the decision answers; answers the number of events. */
  readonly note: (withdrawalId: string, decide: (state: Open, at: string) => Decided) => Effect.Effect<number>
}

/** Maximum length of a stored PSBT. */
const PSBT_LENGTH_MAX = 3_000_000

/**
 * Builds the transactions of withdrawals: the first attempt, and replacements with a higher fee for the same inputs.
 */
export const transactionBuilder = ({ sql, rules, note }: Needs) => {
  const budget = feeSubsidyBudget(sql, rules)

  /** Gives up a build. If no node has the previous attempt, it is retried instead, and only logged if others wait. */
  const giveUp = (state: Open, reason: string, isKept: boolean) =>
    isKept || state.phase === "signed"
      ? note(state.withdrawalId, (now, at) => holdBack(reason, state, at)(now))
      : Effect.succeed(0)

  /** Selects coins within the agreed fee, or else within the fee subsidy. */
  const choose = Effect.fnUntraced(function* (chain: Chain, state: Open, more: Partial<Payment>) {
    const change = yield* Effect.promise(() => changeAddress(sql, chain.network))
    if (change === null) return null
    yield* chain.watch([{ script: change.script, key: change.key, birthHeight: null }])
    // Release coins that a killed process locked without recording them.
    yield* chain.lockOnly(yield* Effect.promise(() => readReservedCoins(sql, state.assetTypeId)))
    const { feeRate } = yield* chain.feeRate(SPEED_BLOCKS[state.speed])
    const payment: Payment = {
      outputs: [{ script: state.script, amount: state.amount }],
      changeScript: change.script,
      feeRate,
      feeMax: state.feeMax,
      confirmationsMin: chain.network.confirmations.usual,
      ...more,
    }
    const isFirst = state.attempts.length === 0
    return yield* chain
      .build(payment)
      .pipe(
        Effect.catchTag("FeeTooHigh", (refused) =>
          isFirst
            ? Effect.flatMap(budget.most(state), (feeMax) => chain.build({ ...payment, feeMax }))
            : Effect.fail(refused),
        ),
      )
  })

  /** @param isKept for a replacement: whether a node has the previous attempt */
  const build = Effect.fnUntraced(function* (chain: Chain, state: Open, more: Partial<Payment> = {}, isKept = true) {
    const { withdrawalId } = state
    const between = yield* CrashPoint
    const waits = (waitsFor: WaitsFor) =>
      Effect.gen(function* () {
        const facts = yield* note(withdrawalId, (now, at) => noteDelayed(waitsFor, at)(now))
        if (facts > 0) yield* Effect.logError("no transaction can be made of a withdrawal", { withdrawalId, waitsFor })
        return facts
      })
    const held = (reason: string) => giveUp(state, reason, isKept)
    const isFirst = state.attempts.length === 0
    const built = yield* choose(chain, state, more).pipe(
      Effect.catchTag(["Dust", "UnknownScript", "NoSuchCoin"], (refused) => held(refused._tag)),
      // Coins arrive and fees fall, so a first attempt waits. A replacement does not.
      Effect.catchTag("NotEnoughCoins", (refused) => (isFirst ? waits("coins") : held(refused._tag))),
      Effect.catchTag("FeeTooHigh", (refused) =>
        Effect.andThen(
          isFirst || !isKept ? budget.refuses(state, refused.fee) : Effect.void,
          isFirst ? waits("fee") : held(refused._tag),
        ),
      ),
    )
    if (built === null) return 0
    if (typeof built === "number") return built
    yield* between("built")
    if (built.psbt.length > PSBT_LENGTH_MAX) {
      yield* chain.release(built.inputs.map(({ outpoint }) => outpoint))
      return yield* isFirst ? waits("coins") : held("too many coins")
    }
    return yield* asWithdrawalRefusals(note(withdrawalId, (now, at) => recordBuilt(built, state, at)(now))).pipe(
      Effect.tap((facts) => (facts > 0 ? budget.bears(state, built.fee) : Effect.void)),
      Effect.catchTag(["DailyLimit", "TooManyUnsigned"], Effect.die),
      // A concurrent run selected the same coins; the next run selects others.
      Effect.catchTag("CoinsTaken", () => Effect.succeed(0)),
    )
  })

  /**
   * Replaces the last attempt with a fee 1.5 times as high. If the mempool has it, the agreed fee is the maximum,
   * because it only takes longer. If no node has it, it would never arrive, so the subsidy applies too.
   */
  const raise = Effect.fnUntraced(function* (chain: Chain, state: Open, isKept: boolean) {
    const last = state.attempts.at(-1)
    if (last === undefined) return 0
    const vbytes = vbytesOf(chain.network, last.inputs.length, [state.script, state.script])
    const { feeRate } = yield* chain.feeRate(SPEED_BLOCKS[state.speed])
    const raised = (((last.fee * 1_000n) / BigInt(vbytes)) * 3n) / 2n
    const feeMax = isKept ? state.feeMax : yield* budget.most(state)
    const fee = feeFor(vbytes, raised)
    if (fee > feeMax) {
      if (!isKept) yield* budget.refuses(state, fee)
      return yield* giveUp(state, "fee", isKept)
    }
    const payment = { mustSpend: last.inputs, feeRate: raised > feeRate ? raised : feeRate, feeMax }
    return yield* build(chain, state, payment, isKept)
  })

  return { build, raise }
}
