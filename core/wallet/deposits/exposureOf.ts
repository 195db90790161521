import type { Hex, Movement } from "#core/chains"

/**
 * How much one reorganisation would take back with an output: all that its transaction pays to people here, or all that its
 * owner has in blocks that are not deep yet, whichever is more. Anyone who splits a large payment waits as long as for a whole one.
 * What is in no block counts for itself alone: anybody could announce a payment to somebody and never make it.
 * @param deep confirmations from which on a large amount counts
 */
export const exposureOf = (movements: ReadonlyArray<Movement>, owners: ReadonlyMap<Hex, string>, deep: number) => {
  const byTransaction = new Map<string, bigint>()
  const byOwner = new Map<string, bigint>()
  for (const { script, outpoint, amount, status } of movements) {
    const ownerId = owners.get(script)
    if (ownerId === undefined) continue
    add(byTransaction, outpoint.txid, amount)
    if (status._tag === "Confirmed" && status.confirmations < deep) add(byOwner, ownerId, amount)
  }
  return ({ outpoint, amount }: Movement, ownerId: string): bigint =>
    [byTransaction.get(outpoint.txid) ?? 0n, byOwner.get(ownerId) ?? 0n].reduce(
      (most, each) => (each > most ? each : most),
      amount,
    )
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
