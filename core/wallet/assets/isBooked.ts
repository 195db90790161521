import type { SqlClient } from "#core/kernel"
import { PAIRS } from "../rates/pairs.ts"

/** Whether anything was ever booked of an asset, or priced in it. */
export const isBooked = async (sql: SqlClient, assetTypeId: number): Promise<boolean> => {
  if (PAIRS.some((pair) => pair.assetTypeId === assetTypeId || pair.baseAssetTypeId === assetTypeId)) return true
  const id = String(assetTypeId)
  const [row] = await sql<Array<{ isBooked: boolean }>>`
    select exists (select from wallet.account where split_part(account, ':', 2) = ${id})
        or exists (select from wallet.hot_entry where split_part(account, ':', 2) = ${id}) as "isBooked"`
  return row?.isBooked ?? false
}
