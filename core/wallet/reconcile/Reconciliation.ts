import { Context, Effect, Layer } from "effect"
import { CurrentMeta, Sql } from "#core/kernel"
import { RECEIVE_BRANCH } from "../addresses/deriveAddress.ts"
import { Chains } from "../chain/Chains.ts"
import { WATCH_MAX } from "../chain/limits.ts"
import type { ChainName } from "../chain/networks.ts"
import type { ChainUnavailable } from "../chain/refusals.ts"
import { passOver } from "../deposits/chainBook.ts"
import { platformAccount } from "../ledger/accounts.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { chainOf } from "../withdrawals/chainOf.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { type ChainComparison, compareChain } from "./compareChain.ts"
import { type Scanned, scanChain } from "./scanChain.ts"

/** What a scan found, beside the books. */
export type ScanComparison = ChainComparison & Pick<Scanned, "unseen">

/** Holds the books beside the chains. */
export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    compare(name: ChainName): Effect.Effect<ChainComparison, ChainUnavailable>
    /**
     * The same from the account's extended key alone, on to addresses that nobody was given: coins that nobody watches are
     * found by it. Takes a node minutes on a main network.
     */
    scan(name: ChainName): Effect.Effect<ScanComparison, ChainUnavailable>
    /**
     * Takes a difference that stayed for what it is: it goes to suspense, so that the books say again what the chain holds,
     * and withdrawals of the asset stop until an operator lets them go on.
     */
    suspend(comparison: ChainComparison & Partial<ScanComparison>): Effect.Effect<void>
  }
>()("core/wallet/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, ledger, withdrawals] = [yield* Chains, yield* Ledger, yield* Withdrawals]

      return Reconciliation.of({
        compare: Effect.fn("Reconciliation.compare")((name) => compareChain(sql, chains.of(name))),

        scan: Effect.fn("Reconciliation.scan")(function* (name) {
          const chain = chains.of(name)
          const scanned = yield* scanChain(sql, chain)
          const { unseen } = scanned
          return { ...(yield* compareChain(sql, { ...chain, unspent: Effect.succeed(scanned) })), unseen }
        }),

        suspend: Effect.fn("Reconciliation.suspend")(
          function* ({ assetTypeId, height, difference, unseen = [] }) {
            if (difference === 0n) return
            // First that nothing leaves any more: killed in between, the next look finds the same difference.
            const why = `the chain differs from the books by ${difference} at block ${height}`
            yield* Effect.orDie(withdrawals.stop(assetTypeId, why))
            // From now on every look sees these coins, so that none takes them for missing again.
            if (unseen.length > 0) {
              const chain = chains.of(chainOf(assetTypeId) ?? "BTC")
              const indexes = unseen.flatMap(({ branch, index }) => (branch === RECEIVE_BRANCH ? [index] : []))
              yield* Effect.promise(() => passOver(sql, chain.network, Math.max(-1, ...indexes) + 1))
              yield* Effect.orDie(chain.watch(unseen.slice(0, WATCH_MAX)))
            }
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
