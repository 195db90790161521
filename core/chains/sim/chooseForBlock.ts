import type { Hex } from "../Chain.ts"

export interface MempoolTransaction {
  readonly txid: Hex
  readonly fee: bigint
  readonly vbytes: number
  /** Mempool transactions that it depends on. */
  readonly parents: ReadonlyArray<Hex>
}

/**
 * Chooses the transactions of a block by fee rate, counted together with their parents, so that a child can pay for its
 * parent. Parents precede children.
 * @param waiting in order of arrival @param most maximum number of transactions @param feeRateMin minimum fee rate, in
 * minor units per 1,000 bytes
 */
export const chooseForBlock = (
  waiting: ReadonlyArray<MempoolTransaction>,
  most: number,
  feeRateMin: bigint,
): ReadonlyArray<Hex> => {
  const known = new Map(waiting.map((each) => [each.txid, each]))
  const taken = new Set<Hex>()
  const packages = waiting.map((each) => packageOf(each, known)).sort(byFeeRate)
  for (const { members, fee, vbytes } of packages) {
    if (fee * 1_000n < feeRateMin * BigInt(vbytes)) break
    const missing = members.filter(({ txid }) => !taken.has(txid))
    if (taken.size + missing.length <= most) for (const { txid } of missing) taken.add(txid)
  }
  return waiting.filter(({ txid }) => taken.has(txid)).map(({ txid }) => txid)
}

interface Package {
  readonly members: ReadonlyArray<MempoolTransaction>
  readonly fee: bigint
  readonly vbytes: number
}

const packageOf = (first: MempoolTransaction, known: ReadonlyMap<Hex, MempoolTransaction>): Package => {
  const members = new Set([first])
  // Iterating a set includes entries that are added during the iteration.
  for (const { parents } of members) {
    for (const parent of parents) {
      const found = known.get(parent)
      if (found !== undefined) members.add(found)
    }
  }
  const list = [...members]
  return {
    members: list,
    fee: list.reduce((sum, { fee }) => sum + fee, 0n),
    vbytes: list.reduce((sum, { vbytes }) => sum + vbytes, 0),
  }
}

/** Highest fee rate first; the stable sort keeps the order of arrival for ties. */
const byFeeRate = (a: Package, b: Package): number => {
  const difference = b.fee * BigInt(a.vbytes) - a.fee * BigInt(b.vbytes)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
