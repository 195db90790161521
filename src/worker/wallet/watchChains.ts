import { Clock, Effect } from "effect"
import { CHAIN_NAMES, type ChainName, Chains, WalletSigner } from "#core/chains"
import { DepositWatch, type ScanResult, valueRoundedDown } from "#core/wallet"
import { currentRates, isValidAt } from "#projections/rates"
import { assetOf } from "#src/lib/assetTypes.ts"
import { refreshAssetTypes } from "../../web/wallet/refreshAssetTypes.ts"

const USD = 4

/** Chains whose keys this process has asked the signer for. */
const opened = new Set<ChainName>()
/** What was last told operators of each chain: a chain that stays away is told of once. */
const told = new Map<ChainName, string>()

/** Looks at every chain once for what was sent to people's addresses, and tells operators what they have to know. */
export const watchChains = Effect.gen(function* () {
  yield* refreshAssetTypes
  const watch = yield* DepositWatch
  const chains = yield* Chains
  const [rates, nowMs] = [yield* currentRates(USD), yield* Clock.currentTimeMillis]
  /** An old price says nothing of today, and a made-up one nothing of real coins: then the amount counts as large. */
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
        Effect.flatMap((look) => tell(name, look)),
      ),
    { discard: true },
  )
})

/** Says once from whose keys addresses are given; while the signer is away nobody gets a new one. */
const open = Effect.fnUntraced(function* (name: ChainName) {
  if (opened.has(name)) return
  const [watch, signer] = [yield* DepositWatch, yield* WalletSigner]
  yield* watch.openAccount(name, signer).pipe(
    Effect.andThen(() => Effect.sync(() => opened.add(name))),
    Effect.catch((refused) => Effect.logWarning("the signer gave no keys", { name, refused })),
  )
})

const tell = (name: ChainName, look: ScanResult) => {
  const now = look._tag === "Scanned" ? "" : `${look._tag} ${look._tag === "Unavailable" ? look.detail : look.why}`
  if ((told.get(name) ?? "") === now) return Effect.void
  told.set(name, now)
  if (look._tag === "Halted")
    return Effect.logError("a chain is halted: nothing is credited or sent", { name, why: look.why })
  return look._tag === "Unavailable"
    ? Effect.logWarning("a chain cannot be asked", { name, detail: look.detail })
    : Effect.logInfo("a chain is looked at again", { name, height: look.height })
}
