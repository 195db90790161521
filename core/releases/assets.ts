import { Effect } from "effect"
import { Sql, type SqlClient } from "#core/kernel"

/** A script, style or font of a release. */
export type Asset = { readonly name: string; readonly body: Buffer }

/** Releases of which assets are kept: pages of earlier ones have been open for long, and reload. */
const ASSET_SETS_MAX = 4
/** Assets in one statement, which has three parameters for each. */
const ROWS_AT_ONCE_MAX = 500

/**
 * Stores the assets of a release for processes of other releases, once. Sets of releases that started longer ago are dropped.
 * @param read called only if they are not stored yet
 */
export const storeAssets = (sql: SqlClient, build: string, read: () => ReadonlyArray<Asset>): Promise<void> =>
  sql.begin(async (transaction) => {
    const [set] = await transaction<Array<{ isNew: boolean }>>`
      insert into cluster.asset_set (build) values (${build})
      on conflict (build) do update set stored_at = now() returning xmax = 0 as "isNew"`
    if (!set?.isNew) return
    const rows = read().map((asset) => ({ build, ...asset }))
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE_MAX)
      await transaction`insert into cluster.asset ${transaction(rows.slice(from, from + ROWS_AT_ONCE_MAX))}`
    await transaction`
      delete from cluster.asset_set
      where build in (select build from cluster.asset_set order by stored_at desc, build offset ${ASSET_SETS_MAX})`
  }) as Promise<void>

/** The content of an asset of any of the last releases, or null. */
export const findAsset = (name: string): Effect.Effect<Buffer | null, never, Sql> =>
  Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const [row] = yield* Effect.promise(
      () => sql<Array<{ body: Buffer }>>`select body from cluster.asset where name = ${name} limit 1`,
    )
    return row?.body ?? null
  })
