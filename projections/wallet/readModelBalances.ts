import type { SqlTransaction } from "#core/kernel"
import type { Kept } from "#core/wallet"

/** What the read model says that every account holds, and up to which position of the log. */
export const readModelBalances = async (sql: SqlTransaction): Promise<Kept> => {
  const [live] = await sql<Array<{ position: number }>>`
    select p.position from es.live l join es.projection p using (name, build) where l.name = 'balances'`
  const books = await sql<Array<Kept["books"][number]>>`
    select account, posted::text, held::text, entries from read.wallet_account order by account`
  return { position: live?.position ?? 0, books }
}
