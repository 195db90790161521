import type { Hex, Movement } from "#core/chains"

/**
 * The amount that one reorganisation could undo together with an output: everything its transaction pays to people
 * here, or everything its owner has in shallow blocks, whichever is larger. This prevents splitting a large payment to
 * get fewer confirmations. Unconfirmed outputs count alone, because anyone can announce payments that never confirm.
 * @param deep confirmations from which a large amount is safe
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
