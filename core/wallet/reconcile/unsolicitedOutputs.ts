import { createHash } from "node:crypto"
import type { Hex, Network, Outpoint } from "#core/chains"
import type { SqlClient, SqlTransaction } from "#core/kernel"

/**
 * An output to our change script that none of our payments made. The script is public on the chain, so anyone can pay
 * to it. Our own transactions are recorded before they are broadcast, which tells them apart.
 */
export type UnsolicitedOutput = { readonly outpoint: Outpoint; readonly amount: bigint }

/** An output to our change script, with its depth. */
export type ToChange = UnsolicitedOutput & { readonly confirmations: number; readonly isImmature: boolean }

/** Ledger reference of an unsolicited output, as `wallet trace` shows it. */
export const unsolicitedReference = (assetTypeId: number, { txid, vout }: Outpoint): string =>
  `unsolicited-${assetTypeId}.${txid}.${vout}`

/** Command id derived from the outpoint, so that each output is booked once. */
export const unsolicitedCommand = (assetTypeId: number, outpoint: Outpoint): string => {
  const digest = createHash("sha256").update(unsolicitedReference(assetTypeId, outpoint)).digest("hex")
  // UUID version 8 (RFC 9562), made from a digest.
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Outputs to our change script that are unsolicited and not booked. */
export const findUnbookedOutputs = async <Output extends UnsolicitedOutput>(
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

/** Whether an unsolicited output is deep enough to be booked: deeper than coins are selected for payments. */
export const isBookable = (
  { confirmations }: Network,
  output: Pick<ToChange, "confirmations" | "isImmature">,
): boolean => !output.isImmature && output.confirmations >= confirmations.large

/** Outputs to our change script; none before an account key is stored. */
export const toChange = <Output extends { readonly script: Hex }>(
  outputs: ReadonlyArray<Output>,
  change: Hex | undefined,
): ReadonlyArray<Output> => (change === undefined ? [] : outputs.filter(({ script }) => script === change))
