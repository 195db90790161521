import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { type DirectoryFeed, directoryColumns } from "./listFeeds.ts"

/** One feed by its id, or null. */
export const findFeed = Effect.fn("findFeed")(function* (feedId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    async () =>
      (await sql<Array<DirectoryFeed>>`select ${directoryColumns(sql)} from read.feed where feed_id = ${feedId}`)[0] ??
      null,
  )
})

/** The feed of a publisher by its code (letter case does not matter), or null. */
export const findFeedByCode = Effect.fn("findFeedByCode")(function* (code: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    async () =>
      (
        await sql<
          Array<DirectoryFeed>
        >`select ${directoryColumns(sql)} from read.feed where code = ${code.toUpperCase()} limit 1`
      )[0] ?? null,
  )
})

/** Feeds by their ids, in the order asked for; unknown ones are left out. */
export const findFeeds = Effect.fn("findFeeds")(function* (feedIds: ReadonlyArray<string>) {
  if (feedIds.length === 0) return []
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () =>
      sql<Array<DirectoryFeed>>`select ${directoryColumns(sql)} from read.feed where feed_id = any(${[...feedIds]})`,
  )
  const byId = new Map(rows.map((row) => [row.feedId, row]))
  return feedIds.flatMap((feedId) => byId.get(feedId) ?? [])
})
