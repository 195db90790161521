import { Effect, Layer } from "effect"
import { FeedArchive } from "#core/imports"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { feed, type ItemRow, item, itemBody } from "./tables.ts"

const db = readModels(feed, item, itemBody)

/** The items of a feed for the archive of the channel whose creator claimed it. */
export const feedArchiveLayer = Layer.effect(
  FeedArchive,
  Effect.map(Sql, ({ query }) => ({
    titleOf: (feedId: string) =>
      Effect.map(
        query(db.selectFrom("read.feed").select("title").where("feed_id", "=", feedId)),
        ([found]) => found?.title ?? null,
      ),
    list: (feedId: string, after: { readonly itemId: string; readonly sortAt: string } | null, limit: number) =>
      Effect.map(
        query(
          db
            .selectFrom("read.item as item")
            .selectAll("item")
            .where("item.feed_id", "=", feedId)
            .$if(after !== null, (items) =>
              items.where((eb) =>
                eb(
                  eb.refTuple("item.sort_at", "item.item_id"),
                  "<",
                  eb.tuple(new Date(after?.sortAt ?? 0), after?.itemId ?? ""),
                ),
              ),
            )
            .orderBy("item.sort_at", "desc")
            .orderBy("item.item_id", "desc")
            .limit(limit),
        ),
        (rows) => rows.map(toArchived),
      ),
    find: (itemId: string) =>
      Effect.map(
        query(
          db
            .selectFrom("read.item as item")
            .leftJoin("read.item_body as body", "body.item_id", "item.item_id")
            .selectAll("item")
            .select("body.content_html as contentHtml")
            .where("item.item_id", "=", itemId),
        ),
        ([row]) => (row === undefined ? null : { ...toArchived(row), contentHtml: row.contentHtml }),
      ),
  })),
)

type Listed = Pick<
  ItemRow,
  "item_id" | "title" | "link" | "summary" | "language" | "tags" | "enclosures" | "link_key"
> & {
  readonly sort_at: Date
}

const toArchived = (row: Listed) => ({
  itemId: row.item_id,
  title: row.title,
  link: row.link,
  sortAt: row.sort_at.toISOString(),
  summary: row.summary,
  language: row.language,
  tags: row.tags,
  enclosures: row.enclosures.map(({ url }) => url),
  storyKey: row.link_key,
})
