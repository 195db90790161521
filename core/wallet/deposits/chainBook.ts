import type { BlockRef, Hex, Network } from "#core/chains"
import type { SqlClient } from "#core/kernel"

/** This database was used with another stage of the chain. Balances would be backed by worthless coins. */
export class OtherStage extends Error {
  override readonly name = "OtherStage"
}

/** Scan state of one chain, stored outside the events. */
export type ChainPlace = {
  readonly keyAccount: string | null
  readonly cursor: Hex | null
  readonly tipHeight: number | null
  readonly halted: string | null
}

/**
 * Reads the scan state of a chain, or creates it.
 * @throws OtherStage if another stage of the asset is stored
 */
export const openChain = async (sql: SqlClient, { assetTypeId, stage, name }: Network): Promise<ChainPlace> => {
  await sql`insert into wallet.chain (asset_type_id, stage) values (${assetTypeId}, ${stage}) on conflict do nothing`
  const [row] = await sql<Array<ChainPlace & { stage: string }>>`
    select stage, key_account as "keyAccount", cursor, tip_height as "tipHeight", halted
    from wallet.chain where asset_type_id = ${assetTypeId}`
  if (row?.stage !== stage)
    throw new OtherStage(`this database has booked ${name} of ${row?.stage}, and ${stage} is configured`)
  return row
}

/** Stores the account key. A different key is a defect, because coins at its addresses would be lost. */
export const saveKeyAccount = async (
  sql: SqlClient,
  { assetTypeId, name }: Network,
  account: string,
): Promise<void> => {
  const [row] = await sql<Array<{ keyAccount: string }>>`
    update wallet.chain set key_account = coalesce(key_account, ${account}) where asset_type_id = ${assetTypeId}
    returning key_account as "keyAccount"`
  if (row?.keyAccount !== account)
    throw new Error(`the signer's keys of ${name} are not those that addresses were given of`)
}

/** Draws the next unused address index. An index that is drawn and not used stays a gap. */
export const drawIndex = async (sql: SqlClient, { assetTypeId }: Network): Promise<number> => {
  const [row] = await sql<Array<{ drawn: number }>>`
    update wallet.chain set next_index = next_index + 1 where asset_type_id = ${assetTypeId}
    returning next_index - 1 as drawn`
  if (row === undefined) throw new Error(`asset ${assetTypeId} has no chain`)
  return row.drawn
}

/** How many receive and change addresses were derived. */
export const findGivenIndexes = async (
  sql: SqlClient,
  { assetTypeId }: Network,
): Promise<readonly [receiving: number, change: number]> => {
  const [row] = await sql<Array<{ next: number }>>`
    select next_index as next from wallet.chain where asset_type_id = ${assetTypeId}`
  return [row?.next ?? 0, 1]
}

/** Skips the first address indexes: a payment reached one before it belonged to anyone. */
export const skipAddresses = async (sql: SqlClient, { assetTypeId }: Network, addresses: number): Promise<void> => {
  await sql`
    update wallet.chain set next_index = greatest(next_index, ${addresses}) where asset_type_id = ${assetTypeId}`
}

/** Stores how far a scan went. */
export const saveCursor = async (
  sql: SqlClient,
  { assetTypeId }: Network,
  { cursor, tip }: { readonly cursor: Hex; readonly tip: BlockRef },
): Promise<void> => {
  await sql`
    update wallet.chain set cursor = ${cursor}, tip_height = ${tip.height}, tip_hash = ${tip.hash}, looked_at = now()
    where asset_type_id = ${assetTypeId}`
}

/** Halts the chain: nothing is credited or sent until an operator resumes it. */
export const haltChain = async (sql: SqlClient, { assetTypeId }: Network, why: string): Promise<void> => {
  await sql`update wallet.chain set halted = coalesce(halted, ${why}) where asset_type_id = ${assetTypeId}`
}

/** Owners of these scripts; scripts without an owner are omitted. */
export const findScriptOwners = async (
  sql: SqlClient,
  scripts: ReadonlyArray<Hex>,
): Promise<ReadonlyMap<Hex, string>> => {
  if (scripts.length === 0) return new Map()
  const rows = await sql<Array<{ script: Hex; ownerId: string }>>`
    select script, owner_id as "ownerId" from wallet.address where script = any(${[...new Set(scripts)]})`
  return new Map(rows.map(({ script, ownerId }) => [script, ownerId]))
}

/** Which of these people have closed their wallets. */
export const findClosedOwners = async (
  sql: SqlClient,
  ownerIds: ReadonlyArray<string>,
): Promise<ReadonlySet<string>> => {
  if (ownerIds.length === 0) return new Set()
  const rows = await sql<Array<{ owner: string }>>`
    select owner from wallet.closed_owner where owner = any(${[...new Set(ownerIds)]})`
  return new Set(rows.map(({ owner }) => owner))
}
