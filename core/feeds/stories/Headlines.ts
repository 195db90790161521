import { Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import type { ItemId } from "../contract.ts"
import { timeOf } from "../poll/scheduleRows.ts"

/** Maximum time between two items of the same story. */
export const STORY_MS_MAX = 3 * 86_400_000
/** Headlines are kept longer than that, because feeds publish late. */
const KEPT_MS = STORY_MS_MAX + 2 * 86_400_000
/** Headlines compared with one item. */
const CANDIDATES_MAX = 40

/** An item prepared for comparison. Times are milliseconds. */
export type StoredHeadline = {
  readonly itemId: ItemId
  readonly feedId: string
  readonly pageKey: string
  readonly storyKey: string
  /** Primary language subtag, or null if unknown. */
  readonly language: string | null
  readonly sortMs: number
  readonly shingles: ReadonlyArray<string> | null
  readonly numbers: ReadonlyArray<string> | null
  readonly bands: ReadonlyArray<number> | null
}

/** A stored headline that may tell the same story as an item. */
export type StoryCandidate = Omit<StoredHeadline, "bands"> & { readonly ofItem: string }

/** Headlines of the last days, to find stories. They may be lost at any time. */
export class Headlines extends Context.Service<
  Headlines,
  {
    /** For each item: headlines of the same page, or with a common band within STORY_MS_MAX, oldest first. */
    candidates(items: ReadonlyArray<StoredHeadline>): Effect.Effect<ReadonlyArray<StoryCandidate>>
    keep(items: ReadonlyArray<StoredHeadline>): Effect.Effect<void>
    /** Deletes headlines that are too old to be compared. */
    forget(nowMs: number): Effect.Effect<void>
  }
>()("core/feeds/stories/Headlines") {
  static readonly layer = Layer.effect(
    Headlines,
    Effect.map(Sql, ({ client: sql }) => {
      const rowsOf = (items: ReadonlyArray<StoredHeadline>) => sql`
        jsonb_to_recordset(${sql.json(items as never)}) as n("itemId" text, "feedId" text, "pageKey" text,
          "storyKey" text, language text, "sortMs" float8, shingles text[], numbers text[], bands integer[])`
      const column = sql`h.item_id as "itemId", h.feed_id as "feedId", h.page_key as "pageKey",
        h.story_key as "storyKey", h.language, (extract(epoch from h.sort_at) * 1000)::float8 as "sortMs",
        h.shingles, h.numbers`
      return Headlines.of({
        candidates: (items) =>
          Effect.promise(
            () => sql<Array<StoryCandidate>>`
              select n."itemId" as "ofItem", c.* from ${rowsOf(items)} cross join lateral (
                (select ${column} from feeds.headline h
                 where h.page_key = n."pageKey" and h.item_id <> n."itemId"
                 order by h.sort_at, h.item_id limit ${CANDIDATES_MAX})
                union
                (select ${column} from feeds.headline h
                 where h.bands && n.bands and h.item_id <> n."itemId"
                   and abs(extract(epoch from h.sort_at) * 1000 - n."sortMs") <= ${STORY_MS_MAX}
                   and (h.language is null or n.language is null or h.language = n.language)
                 order by h.sort_at, h.item_id limit ${CANDIDATES_MAX})) c
              order by 1, c."sortMs", c."itemId"`,
          ),
        keep: (items) =>
          Effect.promise(
            () => sql`
              insert into feeds.headline as h
                (item_id, feed_id, page_key, story_key, language, sort_at, shingles, numbers, bands)
              select "itemId", "feedId", "pageKey", "storyKey", language, to_timestamp("sortMs" / 1000), shingles,
                numbers, bands
              from ${rowsOf(items)} on conflict (item_id) do update set story_key = excluded.story_key`,
          ),
        forget: (nowMs) =>
          Effect.promise(() => sql`delete from feeds.headline where sort_at < ${timeOf(sql, nowMs - KEPT_MS)}`),
      })
    }),
  )

  /** Older items are not compared. */
  static isRecent(sortMs: number, fetchedMs: number): boolean {
    return fetchedMs - sortMs < KEPT_MS
  }
}
