import { Effect, Metric } from "effect"
import { CHAIN_NAMES, type ChainComparison, type ChainName, Reconciliation, type ScanComparison } from "#core/wallet"

/** Looks at which the same difference has to show before it is one: between two of them a payment may be noted. */
export const LOOKS_MIN = 3

type Seen = { readonly height: number; readonly difference: bigint; readonly looks: number }

/** What each chain last came to. A chain without a difference is looked at again with its next block. */
const seen = new Map<ChainName, Seen>()

/** What was found when the books were held beside the chains: differences that stayed, and gifts. */
export const chainFindings = Metric.frequency("quire_chain_findings_total", {
  description: "Differences between chains and books that stayed, and strangers' payments to our change.",
  preregisteredWords: CHAIN_NAMES.flatMap((name) => [`${name} difference`, `${name} gift`]),
})

/**
 * Holds the books beside every chain that has a new block; a difference that stays goes to suspense and stops withdrawals.
 * What strangers paid to our change goes to suspense as well, and stops nothing.
 */
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
          if (difference === 0n) return takeGifts(name, comparison)
          if (looks < LOOKS_MIN) return Effect.void
          seen.delete(name)
          return stopFor(name, comparison)
        }),
        // Whoever watches for deposits tells operators that it is away.
        Effect.catchTag("ChainUnavailable", () => Effect.void),
      ),
    { discard: true },
  )
})

/** Books what strangers paid to our change, and tells operators. */
export const takeGifts = Effect.fnUntraced(function* (
  name: ChainName,
  comparison: ChainComparison & Partial<ScanComparison>,
) {
  if (comparison.ripe.length === 0) return
  yield* Reconciliation.use((desk) => desk.bookGifts(comparison))
  for (const { outpoint, amount } of comparison.ripe) {
    yield* Metric.update(chainFindings, `${name} gift`)
    yield* Effect.logWarning("a stranger paid to the address of our change: it is in suspense, and nothing stops", {
      name,
      coin: `${outpoint.txid}.${outpoint.vout}`,
      amount: String(amount),
    })
  }
})

/** A difference that stayed has its consequences. @param more what else operators are told */
export const stopFor = Effect.fnUntraced(function* (
  name: ChainName,
  comparison: ChainComparison & Partial<ScanComparison>,
  more: Readonly<Record<string, unknown>> = {},
) {
  yield* Metric.update(chainFindings, `${name} difference`)
  const told = { name, ...textOf(comparison), ...more }
  yield* Effect.logError("the chain differs from the books: withdrawals are stopped", told)
  yield* Reconciliation.use((desk) => desk.suspend(comparison))
})

/** The amounts of a comparison as texts. */
export const textOf = ({ ripe: _, unseen: __, ...amounts }: ChainComparison & Partial<ScanComparison>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, String(value)]))
