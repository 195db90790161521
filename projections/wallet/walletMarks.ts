import { Effect } from "effect"
import { Sql } from "#core/kernel"

/**
 * A text per person that is another one as soon as any balance of theirs is, or anything about a deposit on its way: what
 * stands before its dot is of balances alone. Who never had anything is absent.
 */
export const walletMarks = Effect.fn("walletMarks")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ ownerId: string; mark: string }>>`
      select owner_id as "ownerId",
        concat(md5(string_agg(part, ',' order by part) filter (where not is_coming)), '.',
          md5(string_agg(part, ',' order by part) filter (where is_coming))) as mark from (
        select owner_id, false as is_coming, concat_ws(' ', account, posted, held, entries) as part
          from read.wallet_account where owner_id = any(${personIds}) and owner_id <> ''
        union all
        select d.owner_id, true, concat_ws(' ', d.deposit_id, d.height, case when d.height is not null then c.tip_height end)
          from read.deposit d left join wallet.chain c using (asset_type_id)
          where d.owner_id = any(${personIds}) and d.status = 'seen') parts group by owner_id`,
  )
  return new Map(rows.map(({ ownerId, mark }) => [ownerId, mark]))
})
