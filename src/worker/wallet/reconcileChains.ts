import { Effect, Metric } from "effect"
import { CHAIN_NAMES, type ChainName } from "#core/chains"
import { type ChainComparison, Reconciliation, type ScanComparison, Withdrawals } from "#core/wallet"

/** Settled comparisons in a row with the same difference before it has consequences. */
export const CONFIRMING_SCANS_MIN = 3
/** Unsettled comparisons in a row before operators are alerted, because nothing checks the chain during that time. */
export const UNSETTLED_SCANS_MAX = 60

type OpenDifference = { readonly difference: bigint; readonly looks: number; readonly unsettled: number }

/** Results of the last comparisons by chain. */
const seen = new Map<ChainName, OpenDifference>()
/** Chains with a hot wallet above its maximum at the last comparison. */
const full = new Set<ChainName>()

/** Findings of reconciliation: confirmed differences, unsolicited outputs, and hot wallets that became too full. */
export const chainFindings = Metric.frequency("quire_chain_findings_total", {
  description:
    "Differences between chains and books that stayed, strangers' payments to our change, and times that the hot wallet came to hold too much.",
  preregisteredWords: CHAIN_NAMES.flatMap((name) => [`${name} difference`, `${name} unsolicited`, `${name} full`]),
})

/**
 * Compares the books with every chain. A confirmed difference is booked to suspense and stops withdrawals; unsolicited
 * outputs are booked to suspense without a stop. Unsettled comparisons are ignored: a deposit that is credited between
 * the reads would count on one side only.
 */
export const reconcileChains = Effect.gen(function* () {
  const reconciliation = yield* Reconciliation
  yield* Effect.forEach(
    CHAIN_NAMES,
    (name) =>
      reconciliation.compare(name).pipe(
        Effect.flatMap((comparison) => {
          const { difference, isSettled } = comparison
          const before = seen.get(name)
          if (!isSettled) return passUnsettled(name, before?.unsettled ?? 0)
          const looks = before?.difference === difference ? before.looks + 1 : 1
          seen.set(name, { difference, looks, unsettled: 0 })
          if (difference === 0n)
            return Effect.andThen(bookUnsolicitedOutputs(name, comparison), notifyWhenFull(name, comparison))
          if (looks < CONFIRMING_SCANS_MIN) return Effect.void
          seen.delete(name)
          return stopFor(name, comparison)
        }),
        // The deposit watch reports unavailable chains.
        Effect.catchTag("ChainUnavailable", () => Effect.void),
      ),
    { discard: true },
  )
})

/** Restarts the count, and alerts operators if a chain never settles. */
const passUnsettled = (name: ChainName, before: number) => {
  const unsettled = before + 1
  seen.set(name, { difference: 0n, looks: 0, unsettled })
  return unsettled % UNSETTLED_SCANS_MAX === 0
    ? Effect.logWarning("a chain cannot be compared with the books: deposits are not booked up to its last block", {
        name,
        comparisons: unsettled,
      })
    : Effect.void
}

/** Books unsolicited outputs and logs them. */
export const bookUnsolicitedOutputs = Effect.fnUntraced(function* (
  name: ChainName,
  comparison: ChainComparison & Partial<ScanComparison>,
) {
  if (comparison.bookable.length === 0) return
  yield* Reconciliation.use((reconciliation) => reconciliation.bookUnsolicited(comparison))
  for (const { outpoint, amount } of comparison.bookable) {
    yield* Metric.update(chainFindings, `${name} unsolicited`)
    yield* Effect.logWarning("a stranger paid to the address of our change: it is in suspense, and nothing stops", {
      name,
      coin: `${outpoint.txid}.${outpoint.vout}`,
      amount: String(amount),
    })
  }
})

/** Alerts operators once when the hot wallet exceeds its maximum. */
const notifyWhenFull = Effect.fnUntraced(function* (name: ChainName, { assetTypeId, onChain }: ChainComparison) {
  const { assets } = yield* Withdrawals.use(({ rules }) => rules)
  const most = assets.get(assetTypeId)?.hotWalletMax ?? onChain
  if (onChain <= most) return void full.delete(name)
  if (full.has(name)) return
  full.add(name)
  yield* Metric.update(chainFindings, `${name} full`)
  yield* Effect.logError("the hot wallet holds more than its maximum: send the rest to cold storage (wallet sweep)", {
    name,
    holds: String(onChain),
    most: String(most),
  })
})

/** Applies the consequences of a confirmed difference. @param more additional log fields */
export const stopFor = Effect.fnUntraced(function* (
  name: ChainName,
  comparison: ChainComparison & Partial<ScanComparison>,
  more: Readonly<Record<string, unknown>> = {},
) {
  yield* Metric.update(chainFindings, `${name} difference`)
  const details = { name, ...textOf(comparison), ...more }
  yield* Effect.logError("the chain differs from the books: withdrawals are stopped", details)
  yield* Reconciliation.use((reconciliation) => reconciliation.suspend(comparison))
})

/** The amounts of a comparison as text. */
export const textOf = ({
  bookable: _,
  unseen: __,
  isSettled: ___,
  ...amounts
}: ChainComparison & Partial<ScanComparison>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, String(value)]))
