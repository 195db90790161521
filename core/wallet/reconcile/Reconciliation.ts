import { Context, Effect, Layer } from "effect"
import type { ChainName, ChainUnavailable } from "#core/chains"
import { Chains, chainOfAsset, RECEIVE_BRANCH, WATCH_MAX } from "#core/chains"
import { CurrentMeta, Sql } from "#core/kernel"
import type { CommandReused, Frozen, NotEnough } from "#core/ledger"
import { Ledger, platformAccount } from "#core/ledger"
import { openChain, skipAddresses } from "../deposits/chainBook.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { type ChainComparison, compareChain } from "./compareChain.ts"
import type { UnfitStep } from "./refusals.ts"
import { chainResumer } from "./resumeChain.ts"
import { type Scanned, scanChain } from "./scanChain.ts"
import { type Settlement, suspenseSettler } from "./settleSuspense.ts"
import { unsolicitedCommand, unsolicitedReference } from "./unsolicitedOutputs.ts"

/** Result of a full scan, compared with the books. */
export type ScanComparison = ChainComparison & Pick<Scanned, "unseen">

/** Compares the books with the chains. */
export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    compare(name: ChainName): Effect.Effect<ChainComparison, ChainUnavailable>
    /**
     * Like `compare`, but finds coins from the extended public key alone, including addresses that were never given.
     * Takes minutes on a main network.
     */
    scan(name: ChainName): Effect.Effect<ScanComparison, ChainUnavailable>
    /**
     * Books unsolicited outputs to suspense, once each, without stopping withdrawals: otherwise anyone could stop them
     * with dust. Answers the booked minor units; zero while the chain and the books differ otherwise.
     */
    bookUnsolicited(comparison: ChainComparison & Partial<ScanComparison>): Effect.Effect<bigint>
    /**
     * Books a confirmed difference to suspense, so that the books match the chain again, and stops withdrawals of the
     * asset until an operator resumes them.
     */
    suspend(comparison: ChainComparison & Partial<ScanComparison>): Effect.Effect<void>
    /** Moves an amount out of suspense, decided by an operator. Position 0 means no change. */
    settle(
      settlement: Settlement,
    ): Effect.Effect<{ readonly position: number }, UnfitStep | NotEnough | Frozen | CommandReused>
    /** Why a chain is halted; null if it is not. */
    haltOf(name: ChainName): Effect.Effect<string | null>
    /** Resumes a halted chain; its withdrawals stay stopped. Position 0 means it was not halted. */
    resume(
      name: ChainName,
      reason: string,
    ): Effect.Effect<{ readonly position: number }, UnfitStep | CommandReused | ChainUnavailable>
  }
>()("core/wallet/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [chains, ledger, withdrawals] = [yield* Chains, yield* Ledger, yield* Withdrawals]
      const [settle, resume] = [yield* suspenseSettler, yield* chainResumer]

      /** Watches these coins from now on, so that the next comparison includes them. */
      const watchUnseen = Effect.fnUntraced(function* (assetTypeId: number, unseen: Scanned["unseen"]) {
        if (unseen.length === 0) return
        const chain = chains.of(chainOfAsset(assetTypeId) ?? "BTC")
        const indexes = unseen.flatMap(({ branch, index }) => (branch === RECEIVE_BRANCH ? [index] : []))
        yield* Effect.promise(() => skipAddresses(sql, chain.network, Math.max(-1, ...indexes) + 1))
        yield* Effect.orDie(chain.watch(unseen.slice(0, WATCH_MAX)))
      })

      return Reconciliation.of({
        settle,
        haltOf: (name) =>
          Effect.map(
            Effect.promise(() => openChain(sql, chains.of(name).network)),
            ({ halted }) => halted,
          ),
        resume: (name, reason) => resume(chains.of(name), reason),

        compare: Effect.fn("Reconciliation.compare")((name) => compareChain(sql, chains.of(name))),

        scan: Effect.fn("Reconciliation.scan")(function* (name) {
          const chain = chains.of(name)
          const scanned = yield* scanChain(sql, chain)
          const { unseen } = scanned
          return { ...(yield* compareChain(sql, chain, scanned)), unseen }
        }),

        bookUnsolicited: Effect.fn("Reconciliation.bookUnsolicited")(function* ({
          assetTypeId,
          difference,
          bookable,
          unseen = [],
        }) {
          if (difference !== 0n || bookable.length === 0) return 0n
          yield* watchUnseen(assetTypeId, unseen)
          for (const { outpoint, amount } of bookable) {
            const entries = [
              { account: platformAccount("custody", assetTypeId), amount: -amount },
              { account: platformAccount("suspense", assetTypeId), amount },
            ]
            const reference = unsolicitedReference(assetTypeId, outpoint)
            yield* ledger
              .transfer({ purpose: "correction", reference, entries })
              .pipe(
                Effect.orDie,
                Effect.provideService(CurrentMeta, { ...SYSTEM, commandId: unsolicitedCommand(assetTypeId, outpoint) }),
              )
          }
          return bookable.reduce((sum, { amount }) => sum + amount, 0n)
        }),

        suspend: Effect.fn("Reconciliation.suspend")(
          function* ({ assetTypeId, height, difference, unseen = [] }) {
            if (difference === 0n) return
            // Stop first. If the worker dies in between, the next comparison finds the same difference.
            const why = `the chain differs from the books by ${difference} at block ${height}`
            yield* Effect.orDie(withdrawals.stop(assetTypeId, why))
            yield* watchUnseen(assetTypeId, unseen)
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
