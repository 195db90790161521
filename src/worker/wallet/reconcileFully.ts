import { type Duration, Effect } from "effect"
import { CHAIN_NAMES, type ChainName } from "#core/chains"
import { CurrentMeta, Sql } from "#core/kernel"
import { proveLog, readAccount, verifyLog } from "#core/ledger"
import { type Comparison, compareBooks, Reconciliation, Withdrawals } from "#core/wallet"
import { readModelBalances } from "#projections/wallet"
import { bookUnsolicitedOutputs, CONFIRMING_SCANS_MIN, stopFor } from "./reconcileChains.ts"

/** Maximum scans of one chain per night. */
const LOOKS_MAX = 10
/** Pause between scans: effects in flight are over by then. */
const PAUSE = "10 seconds"

/**
 * Nightly reconciliation: adds up the whole log and compares the books, the read model and every chain (from its keys
 * alone). Differences are logged, booked to suspense where the chain differs, and stop withdrawals of the asset.
 */
export const reconcileFully = (pause: Duration.Input = PAUSE) =>
  Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const books = yield* Effect.promise(() => compareBooks(sql, readModelBalances))
    const wrong = assetsOf(books)
    for (const [assetTypeId, why] of wrong) {
      yield* Effect.logError("the books are not what the log says: withdrawals are stopped", { assetTypeId, why })
      yield* stop(assetTypeId, why)
    }
    yield* Effect.promise(() => proveLog(sql))
    const { broken, last } = yield* Effect.promise(() => verifyLog(sql))
    if (broken.length > 0) {
      const why = `events about ${broken[0]?.scope} were changed after position ${broken[0]?.after}`
      yield* Effect.logError("the log is not what it was: withdrawals are stopped", { broken })
      yield* stop(null, why)
    }
    const chains = yield* Effect.forEach(CHAIN_NAMES, (name) => scanned(name, pause))
    const apart = chains.filter((found) => found !== null && found.difference !== 0n).length
    yield* Effect.logInfo("the books were compared with the log and the chains", {
      events: books.events,
      accounts: books.accounts,
      differences: wrong.size + broken.length + apart,
      // The last proof is logged, so that log shipping stores it on another machine.
      proof: last,
      away: chains.filter((found) => found === null).length,
    })
    return { books, chains: chains.flatMap((found) => found ?? []) }
  })

/** Scans a chain and handles a difference; null if the chain is unavailable. */
const scanned = Effect.fnUntraced(
  function* (name: ChainName, pause: Duration.Input) {
    const reconciliation = yield* Reconciliation
    let found = yield* reconciliation.scan(name)
    // A difference that changes each time is a payment in flight; the next night checks again.
    for (let looks = 1, same = found.isSettled ? 1 : 0; found.difference !== 0n && looks < LOOKS_MAX; looks += 1) {
      yield* Effect.sleep(pause)
      const again = yield* reconciliation.scan(name)
      same = !again.isSettled ? 0 : again.difference === found.difference ? same + 1 : 1
      found = again
      if (found.difference === 0n || same < CONFIRMING_SCANS_MIN) continue
      yield* stopFor(name, found, { unseen: found.unseen.map(({ text }) => text) })
      return found
    }
    if (found.isSettled && found.difference === 0n) yield* bookUnsolicitedOutputs(name, found)
    return found
  },
  Effect.catchTag("ChainUnavailable", ({ chain, detail }) =>
    Effect.as(Effect.logWarning("a chain cannot be scanned", { name: chain, detail }), null),
  ),
)

/** Stops withdrawals of an asset, or of all, with a fresh command id. */
const stop = (assetTypeId: number | null, why: string) =>
  Withdrawals.use((withdrawals) => withdrawals.stop(assetTypeId, why)).pipe(
    Effect.orDie,
    Effect.provideService(CurrentMeta, SYSTEM),
  )

/** Assets with wrong accounts, and the reason text. */
const assetsOf = ({ books, readModel, unbalanced }: Comparison): ReadonlyMap<number, string> =>
  new Map([
    ...unbalanced.map(({ assetTypeId, sum }) => [assetTypeId, `its accounts sum to ${sum}`] as const),
    ...[...readModel, ...books].map(
      ({ account }) => [readAccount(account).assetTypeId, `${account} is not what the log says`] as const,
    ),
  ])

const SYSTEM = { actor: "system", commandId: null, correlationId: null, causationId: null }
