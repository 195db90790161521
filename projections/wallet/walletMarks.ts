import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** A text per person that is another one as soon as any balance of theirs is; who never had anything is absent. */
export const walletMarks = Effect.fn("walletMarks")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ ownerId: string; mark: string }>>`
      select owner_id as "ownerId", md5(string_agg(concat_ws(' ', account, posted, held, entries), ',' order by account)) as mark
      from read.wallet_account where owner_id = any(${personIds}) and owner_id <> '' group by owner_id`,
  )
  return new Map(rows.map(({ ownerId, mark }) => [ownerId, mark]))
})
