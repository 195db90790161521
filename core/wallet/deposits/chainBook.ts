import type { BlockRef, Hex, Network } from "#core/chains"
import type { SqlClient } from "#core/kernel"

/** Coins of another stage were booked here before: what people own would be paid with coins that are none. */
export class OtherStage extends Error {
  override readonly name = "OtherStage"
}

/** What is kept of one chain beside the events. */
export type ChainPlace = {
  readonly keyAccount: string | null
  readonly cursor: Hex | null
  readonly tipHeight: number | null
  readonly halted: string | null
}

/**
 * Begins to keep a chain, or finds it as it was left.
 * @throws OtherStage where another stage of the asset was kept before
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

/** Says from whose keys addresses are given; a second time with other keys is a defect, for their coins would be lost. */
export const keepKeyAccount = async (
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

/** Draws the number of an address that nobody was given; what is drawn and not used stays a gap. */
export const drawIndex = async (sql: SqlClient, { assetTypeId }: Network): Promise<number> => {
  const [row] = await sql<Array<{ drawn: number }>>`
    update wallet.chain set next_index = next_index + 1 where asset_type_id = ${assetTypeId}
    returning next_index - 1 as drawn`
  if (row === undefined) throw new Error(`asset ${assetTypeId} has no chain`)
  return row.drawn
}

/** How many addresses were drawn for people, and how many change goes to. */
export const givenIndexes = async (
  sql: SqlClient,
  { assetTypeId }: Network,
): Promise<readonly [receiving: number, change: number]> => {
  const [row] = await sql<Array<{ next: number }>>`
    select next_index as next from wallet.chain where asset_type_id = ${assetTypeId}`
  return [row?.next ?? 0, 1]
}

/** Gives none of the first addresses to anybody any more: something was paid to one before it was anybody's. */
export const passOver = async (sql: SqlClient, { assetTypeId }: Network, addresses: number): Promise<void> => {
  await sql`
    update wallet.chain set next_index = greatest(next_index, ${addresses}) where asset_type_id = ${assetTypeId}`
}

/** Notes how far a look went. */
export const keepCursor = async (
  sql: SqlClient,
  { assetTypeId }: Network,
  { cursor, tip }: { readonly cursor: Hex; readonly tip: BlockRef },
): Promise<void> => {
  await sql`
    update wallet.chain set cursor = ${cursor}, tip_height = ${tip.height}, tip_hash = ${tip.hash}, looked_at = now()
    where asset_type_id = ${assetTypeId}`
}

/** From now on nothing is credited or sent on this chain, until an operator has looked. */
export const halt = async (sql: SqlClient, { assetTypeId }: Network, why: string): Promise<void> => {
  await sql`update wallet.chain set halted = coalesce(halted, ${why}) where asset_type_id = ${assetTypeId}`
}

/** Whose scripts these are; those of nobody are left out. */
export const ownersOf = async (sql: SqlClient, scripts: ReadonlyArray<Hex>): Promise<ReadonlyMap<Hex, string>> => {
  if (scripts.length === 0) return new Map()
  const rows = await sql<Array<{ script: Hex; ownerId: string }>>`
    select script, owner_id as "ownerId" from wallet.address where script = any(${[...new Set(scripts)]})`
  return new Map(rows.map(({ script, ownerId }) => [script, ownerId]))
}

/** Which of these people have left, so that nothing can be theirs any more. */
export const leftOf = async (sql: SqlClient, ownerIds: ReadonlyArray<string>): Promise<ReadonlySet<string>> => {
  if (ownerIds.length === 0) return new Set()
  const rows = await sql<Array<{ owner: string }>>`
    select owner from wallet.closed_owner where owner = any(${[...new Set(ownerIds)]})`
  return new Set(rows.map(({ owner }) => owner))
}
