import { Effect, Layer } from "effect"
import { FeedArchive, type ItemPlace } from "#core/imports"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { feed, type ItemRow, item, itemBody } from "./tables.ts"

/** Items of a feed in date order among which new ones are looked for. */
const LOOKED_AT_MAX = 500

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
    newest: (feedId: string) =>
      Effect.map(
        query(
          db
            .selectFrom("read.item")
            .select(["position", "item_id as itemId"])
            .where("feed_id", "=", feedId)
            .orderBy("position", "desc")
            .orderBy("item_id", "desc")
            .limit(1),
        ),
        ([last]) => last ?? { position: 0, itemId: "" },
      ),
    listNew: (feedId: string, after: ItemPlace, limit: number) =>
      Effect.map(
        query(
          db
            .selectFrom((eb) =>
              eb
                .selectFrom("read.item")
                .select(["position", "item_id as itemId"])
                .where("feed_id", "=", feedId)
                .orderBy("sort_at", "desc")
                .orderBy("item_id", "desc")
                .limit(LOOKED_AT_MAX)
                .as("recent"),
            )
            .select(["recent.position", "recent.itemId"])
            .where((eb) =>
              eb(eb.refTuple("recent.position", "recent.itemId"), ">", eb.tuple(after.position, after.itemId)),
            )
            .orderBy("recent.position")
            .orderBy("recent.itemId")
            .limit(limit),
        ),
        (places): ReadonlyArray<ItemPlace> => places,
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
