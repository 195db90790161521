import { Context, Effect, Layer } from "effect"
import { CurrentMeta, Sql } from "#core/kernel"
import { Chains } from "../chain/Chains.ts"
import type { ChainName } from "../chain/networks.ts"
import type { ChainUnavailable } from "../chain/refusals.ts"
import { platformAccount } from "../ledger/accounts.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { type ChainComparison, compareChain } from "./compareChain.ts"

/** Holds the books beside the chains. */
export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    compare(name: ChainName): Effect.Effect<ChainComparison, ChainUnavailable>
    /**
     * Takes a difference that stayed for what it is: it goes to suspense, so that the books say again what the chain holds,
     * and withdrawals of the asset stop until an operator lets them go on.
     */
    suspend(comparison: ChainComparison): Effect.Effect<void>
  }
>()("core/wallet/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, ledger, withdrawals] = [yield* Chains, yield* Ledger, yield* Withdrawals]

      return Reconciliation.of({
        compare: Effect.fn("Reconciliation.compare")((name) => compareChain(sql, chains.of(name))),

        suspend: Effect.fn("Reconciliation.suspend")(
          function* ({ assetTypeId, height, difference }) {
            if (difference === 0n) return
            // First that nothing leaves any more: killed in between, the next look finds the same difference.
            yield* withdrawals.stop(assetTypeId, `the chain differs from the books by ${difference} at block ${height}`)
            const entries = [
              { account: platformAccount("custody", assetTypeId), amount: -difference },
              { account: platformAccount("suspense", assetTypeId), amount: difference },
            ]
            yield* Effect.orDie(
              ledger.transfer({ purpose: "correction", reference: `reconcile-${assetTypeId}`, entries }),
            )
          },
          Effect.provideService(CurrentMeta, SYSTEM),
        ),
      })
    }),
  )
}

const SYSTEM = { actor: "system", commandId: null, correlationId: null, causationId: null }
