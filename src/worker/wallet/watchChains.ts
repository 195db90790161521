import { Clock, Effect } from "effect"
import { CHAIN_NAMES, type ChainName, Chains, WalletSigner } from "#core/chains"
import { DepositWatch, type ScanResult, valueRoundedDown } from "#core/wallet"
import { currentRates, isValidAt } from "#projections/rates"
import { assetOf } from "#src/lib/assetTypes.ts"
import { refreshAssetTypes } from "../../web/wallet/refreshAssetTypes.ts"

const USD = 4

/** Chains with account keys already requested from the signer. */
const opened = new Set<ChainName>()
/** Last reported state of each chain, so that each change is reported once. */
const lastProblems = new Map<ChainName, string>()

/** Scans every chain once for deposits and reports changes of its state. */
export const watchChains = Effect.gen(function* () {
  yield* refreshAssetTypes
  const watch = yield* DepositWatch
  const chains = yield* Chains
  const [rates, nowMs] = [yield* currentRates(USD), yield* Clock.currentTimeMillis]
  /** A stale rate, or a demo rate for real coins, is ignored: then the amount counts as large. */
  const usdCentsOf = (name: ChainName) => (assetTypeId: number, units: bigint) => {
    const isReal = chains.of(name).network.stage === "main"
    const rate = rates.find((each) => each.assetTypeId === assetTypeId)
    if (rate === undefined || !isValidAt(rate, nowMs) || (isReal && rate.origin === "demo")) return Effect.succeed(null)
    const [{ digits }, { digits: baseDigits }] = [assetOf(assetTypeId), assetOf(USD)]
    return Effect.succeed(valueRoundedDown(units, { mid: rate.mid, digits, baseDigits }))
  }
  yield* Effect.forEach(
    CHAIN_NAMES,
    (name) =>
      open(name).pipe(
        Effect.andThen(watch.scan(name, usdCentsOf(name))),
        Effect.flatMap((scan) => report(name, scan)),
      ),
    { discard: true },
  )
})

/** Stores the account key once. While the signer is unavailable, no new addresses are given. */
const open = Effect.fnUntraced(function* (name: ChainName) {
  if (opened.has(name)) return
  const [watch, signer] = [yield* DepositWatch, yield* WalletSigner]
  yield* watch.openAccount(name, signer).pipe(
    Effect.andThen(() => Effect.sync(() => opened.add(name))),
    Effect.catch((refused) => Effect.logWarning("the signer gave no keys", { name, refused })),
  )
})

const report = (name: ChainName, scan: ScanResult) => {
  const now = scan._tag === "Scanned" ? "" : `${scan._tag} ${scan._tag === "Unavailable" ? scan.detail : scan.why}`
  if ((lastProblems.get(name) ?? "") === now) return Effect.void
  lastProblems.set(name, now)
  if (scan._tag === "Halted")
    return Effect.logError("a chain is halted: nothing is credited or sent", { name, why: scan.why })
  return scan._tag === "Unavailable"
    ? Effect.logWarning("a chain is unreachable", { name, detail: scan.detail })
    : Effect.logInfo("a chain is looked at again", { name, height: scan.height })
}
