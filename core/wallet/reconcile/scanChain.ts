import { Effect, Result } from "effect"
import type { Chain, Coin, Coins, Network } from "#core/chains"
import {
  CHANGE_BRANCH,
  deriveAddress,
  type KeyAccount,
  type OwnAddress,
  RECEIVE_BRANCH,
  readKeyAccount,
} from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { findGivenIndexes, openChain } from "../deposits/chainBook.ts"

/** Unused addresses in a row after which a scan ends (BIP44 gap limit). */
const GAP = 20
/** Maximum extensions of a scan because an address in the gap was used. */
const ROUNDS_MAX = 10
/** Addresses derived before the event loop gets a turn. */
const ADDRESSES_AT_ONCE = 16

/** Coins on the keys of an account, watched or not. */
export type Scanned = Coins & {
  /** Addresses with coins that are not given or not watched, and the first block that paid to them. */
  readonly unseen: ReadonlyArray<
    OwnAddress & { readonly birthHeight: number; readonly branch: Branch; readonly index: number }
  >
}

const BRANCHES = [RECEIVE_BRANCH, CHANGE_BRANCH] as const
type Branch = (typeof BRANCHES)[number]

/**
 * Finds every confirmed coin from the extended public key: all given addresses, and on to the gap limit after the last
 * used one. Finds nothing before an account key is stored.
 */
export const scanChain = Effect.fn("scanChain")(function* (sql: SqlClient, chain: Chain) {
  const { network } = chain
  const { keyAccount } = yield* Effect.promise(() => openChain(sql, network))
  if (keyAccount === null) return { tip: yield* chain.tip, coins: [], unseen: [] } satisfies Scanned
  const account = Result.getOrThrow(readKeyAccount(network, keyAccount))
  let ends = yield* Effect.promise(() => findGivenIndexes(sql, network))
  for (let round = 1; ; round += 1) {
    const counts = [ends[0] + GAP, ends[1] + GAP] as const
    const found = yield* chain.scan(BRANCHES.map((branch) => ({ xpub: account.xpub, branch, count: counts[branch] })))
    const paid = new Set(found.coins.map(({ script }) => script))
    const behind = (branch: Branch) => {
      const indexes = Array.from({ length: GAP }, (_, place) => ends[branch] + place)
      return (indexes.findLast((index) => paid.has(deriveAddress(network, account, index, branch).script)) ?? -1) + 1
    }
    const further = [Math.max(ends[0], behind(0)), Math.max(ends[1], behind(1))] as const
    const isWhole = further[0] === ends[0] && further[1] === ends[1]
    if (isWhole || round === ROUNDS_MAX) {
      const { coins: watched } = yield* chain.unspent
      const known = new Set(watched.map(({ script }) => script))
      const unseen = found.coins.filter(({ script }) => !known.has(script))
      return {
        ...found,
        unseen: yield* addressesOf({ network, account, counts }, found.tip.height, unseen),
      } satisfies Scanned
    }
    ends = further
  }
})

type Range = { readonly network: Network; readonly account: KeyAccount; readonly counts: readonly [number, number] }

/** Assigns each coin to its key. */
const addressesOf = Effect.fnUntraced(function* (range: Range, height: number, coins: ReadonlyArray<Coin>) {
  const births = new Map<string, number>()
  for (const { script, confirmations } of coins)
    births.set(script, Math.min(births.get(script) ?? height, height - confirmations + 1))
  const found: Array<Scanned["unseen"][number]> = []
  for (const branch of BRANCHES)
    for (let index = 0; index < range.counts[branch] && found.length < births.size; index += 1) {
      const address = deriveAddress(range.network, range.account, index, branch)
      const birthHeight = births.get(address.script)
      if (birthHeight !== undefined) found.push({ ...address, birthHeight, branch, index })
      if (index % ADDRESSES_AT_ONCE === 0) yield* Effect.yieldNow
    }
  return found
})
