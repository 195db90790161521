import { createHash } from "node:crypto"
import type { Hex, Network, Outpoint } from "#core/chains"
import type { SqlClient, SqlTransaction } from "#core/kernel"

/**
 * What was paid to the script of our change by no payment of ours. Everybody can read that script on the chain, so anybody
 * can pay to it; that it is a stranger's doing shows in its transaction, for ours are noted before anybody has them.
 */
export type UnsolicitedOutput = { readonly outpoint: Outpoint; readonly amount: bigint }

/** An output to the script of our change, and how deep it lies. */
export type ToChange = UnsolicitedOutput & { readonly confirmations: number; readonly isImmature: boolean }

/** What a gift is booked under, and found by again: `wallet trace` knows it. */
export const unsolicitedReference = (assetTypeId: number, { txid, vout }: Outpoint): string =>
  `unsolicited-${assetTypeId}.${txid}.${vout}`

/** The command that books a gift. It follows from the coin, so that the coin is booked once, no matter who finds it. */
export const unsolicitedCommand = (assetTypeId: number, outpoint: Outpoint): string => {
  const digest = createHash("sha256").update(unsolicitedReference(assetTypeId, outpoint)).digest("hex")
  // The form of an id that is a digest (RFC 9562, version 8).
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Which outputs to the script of our change are unsolicited that are in no book yet. */
export const unbookedOutputs = async <Output extends UnsolicitedOutput>(
  sql: SqlClient | SqlTransaction,
  assetTypeId: number,
  outputs: ReadonlyArray<Output>,
): Promise<ReadonlyArray<Output>> => {
  if (outputs.length === 0) return []
  const rows = await sql<Array<{ place: number }>>`
    select g.place::integer - 1 as place
    from unnest(${outputs.map(({ outpoint }) => outpoint.txid)}::text[],
      ${outputs.map(({ outpoint }) => `transfer-${unsolicitedCommand(assetTypeId, outpoint)}`)}::text[])
      with ordinality as g (txid, stream, place)
    where not exists (
        select from wallet.own_transaction o where o.asset_type_id = ${assetTypeId} and o.txid = g.txid)
      and not exists (select from es.event e where e.stream = g.stream)
    order by g.place`
  return rows.flatMap(({ place }) => outputs[place] ?? [])
}

/** Whether a gift lies so deep that it is booked: deeper than any that was spent otherwise in the end. */
export const isBookable = (
  { confirmations }: Network,
  output: Pick<ToChange, "confirmations" | "isImmature">,
): boolean => !output.isImmature && output.confirmations >= confirmations.large

/** The outputs that pay to our change. Nothing does while nobody has said from whose keys addresses are given. */
export const toChange = <Output extends { readonly script: Hex }>(
  outputs: ReadonlyArray<Output>,
  change: Hex | undefined,
): ReadonlyArray<Output> => (change === undefined ? [] : outputs.filter(({ script }) => script === change))
