import { Effect } from "effect"
import { CHAIN_NAMES, type ChainComparison, type ChainName, Reconciliation } from "#core/wallet"

/** Looks at which the same difference has to show before it is one: between two of them a payment may be noted. */
export const LOOKS_MIN = 3

type Seen = { readonly height: number; readonly difference: bigint; readonly looks: number }

/** What each chain last came to. A chain without a difference is looked at again with its next block. */
const seen = new Map<ChainName, Seen>()

/** Holds the books beside every chain that has a new block; a difference that stays goes to suspense and stops withdrawals. */
export const reconcileChains = Effect.gen(function* () {
  const desk = yield* Reconciliation
  yield* Effect.forEach(
    CHAIN_NAMES,
    (name) =>
      desk.compare(name).pipe(
        Effect.flatMap((comparison) => {
          const { height, difference } = comparison
          const before = seen.get(name)
          const looks = before?.difference === difference ? before.looks + 1 : 1
          seen.set(name, { height, difference, looks })
          if (difference === 0n || looks < LOOKS_MIN) return Effect.void
          seen.delete(name)
          return Effect.logError("the chain differs from the books: withdrawals are stopped", {
            name,
            ...textOf(comparison),
          }).pipe(Effect.andThen(desk.suspend(comparison)))
        }),
        // Whoever watches for deposits tells operators that it is away.
        Effect.catchTag("ChainUnavailable", () => Effect.void),
      ),
    { discard: true },
  )
})

/** A comparison as a log has it. */
export const textOf = (comparison: ChainComparison) =>
  Object.fromEntries(Object.entries(comparison).map(([name, value]) => [name, String(value)]))
