import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { SourceCount } from "./countBySource.ts"

/** Number of feeds per source, most first; of one language if given as a primary subtag. */
export const countFeeds = Effect.fn("countFeeds")(function* (language?: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<SourceCount>>`
      select source, count(*)::int as count from read.feed
      where is_listed ${language === undefined ? sql`` : sql`and split_part(lower(language), '-', 1) = ${language}`}
      group by source order by 2 desc, 1`,
  )
})
