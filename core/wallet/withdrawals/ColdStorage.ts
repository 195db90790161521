import { Clock, Context, Effect, Layer, Result } from "effect"
import type { AddressRefused } from "#core/chains"
import { Chains, chainOfAsset, readAddress } from "#core/chains"
import { currentCommand, EventStore, reader, Sealing, Sql, withCommandId } from "#core/kernel"
import { asRefusals, type CommandReused, findEarlierReceipt, idempotent } from "#core/ledger"
import { RULES_ID, Rules } from "../withdrawalRules/Rules.ts"
import { decideSweep } from "./decideSweep.ts"
import { isOwnScript, recipientOf } from "./ownScripts.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { quoteFee, SPEED_BLOCKS } from "./quote.ts"
import { UnfitSweep, WithdrawalsOff } from "./refusals.ts"
import type { Speed } from "./speeds.ts"
import { Withdrawal } from "./Withdrawal.ts"
import { withdrawalWriter } from "./withdrawalWriter.ts"

export type SweepRequest = {
  readonly assetTypeId: number
  /** An address of a wallet with offline keys. */
  readonly address: string
  /** Minor units. */
  readonly amount: bigint
  readonly speed: Speed
  readonly reason: string
}
export type SweepRefused = UnfitSweep | WithdrawalsOff | AddressRefused | CommandReused

/**
 * Moves excess coins of the hot wallet to cold storage. It is processed like a withdrawal and needs two approvals. In
 * the books the coins move to the account `cold`; the platform pays the fee.
 */
export class ColdStorage extends Context.Service<
  ColdStorage,
  {
    /** Requests a sweep. The command id becomes the withdrawal id. */
    sweep(wish: SweepRequest): Effect.Effect<{ readonly withdrawalId: string; readonly position: number }, SweepRefused>
  }
>()("core/wallet/ColdStorage") {
  static readonly layer = Layer.effect(
    ColdStorage,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, store, sealing] = [yield* Chains, yield* EventStore, yield* Sealing]
      const { write } = yield* withdrawalWriter.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )
      const readRules = yield* reader(Rules)

      return ColdStorage.of({
        sweep: Effect.fn("ColdStorage.sweep")(function* (wish) {
          const { assetTypeId, address, amount, speed, reason } = wish
          const request = ["sweep", assetTypeId, address, String(amount), speed, reason]
          const { commandId: withdrawalId } = yield* currentCommand
          const first = yield* findEarlierReceipt(store, request)
          if (first !== null) return { withdrawalId, position: first.position }
          const name = chainOfAsset(assetTypeId)
          if (name === null) return yield* new UnfitSweep({ problem: "asset" })
          const chain = chains.of(name)
          const { network } = chain
          const { text, script } = yield* Effect.fromResult(readAddress(network, address))
          const isOurs = (yield* Effect.promise(() => recipientOf(sql, script))) !== null
          if (isOurs || (yield* isOwnScript(sql, network, script, PLATFORM_ID)))
            return yield* new UnfitSweep({ problem: "own" })
          const rules = yield* readRules(RULES_ID)
          const { feeRate } = yield* chain
            .feeRate(SPEED_BLOCKS[speed])
            .pipe(Effect.catchTag("ChainUnavailable", () => Effect.fail(new WithdrawalsOff())))
          const nowMs = yield* Clock.currentTimeMillis
          const fee = quoteFee(network, feeRate, rules)
          const sent = { withdrawalId, address: text, script, amount, fee, speed, reason }
          const requested = yield* Effect.fromResult(decideSweep(sent, { network, rules, nowMs }))
          const parts = { withdrawal: { aggregate: Withdrawal, id: withdrawalId } }
          const { receipt } = yield* idempotent(request, (answerOf) =>
            asRefusals(write(parts, () => Result.succeed({ withdrawal: [requested] }), answerOf)),
          ).pipe(Effect.catchTag(["StreamConflict", "NotEnough", "Frozen"], Effect.die), withCommandId(withdrawalId))
          return { withdrawalId, position: receipt.position }
        }),
      })
    }),
  )
}
