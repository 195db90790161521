import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { feed, item, itemBody } from "./tables.ts"

/** Items of a feed whose pictures are looked for, the newest first. */
const ITEMS_MAX = 2_000
/** Characters of one address, as the proxy for pictures takes them. */
const ADDRESS_LENGTH_MAX = 2_048

const db = readModels(feed, item, itemBody).withTables<{
  "read.feed_withheld": { feed_id: string; icon_url: string | null }
  "read.item_withheld": { item_id: string; feed_id: string; image_url: string | null; sort_at: Date }
}>()

/**
 * The addresses of all pictures of an item, or of a feed with its newest items, whether they are withheld or not. Pictures in
 * the text are found in sanitised markup, where attributes have double quotes.
 */
export const picturesOf = Effect.fn("picturesOf")(function* (target: {
  readonly feedId: string
  readonly itemId: string | null
}) {
  const { query } = yield* Sql
  const { feedId, itemId } = target
  const shown = db
    .selectFrom("read.item as item")
    .leftJoin("read.item_body as body", "body.item_id", "item.item_id")
    .select(["item.image_url as imageUrl", "body.content_html as html"])
    .where("item.feed_id", "=", feedId)
    .$if(itemId !== null, (one) => one.where("item.item_id", "=", itemId ?? ""))
    .orderBy("item.sort_at", "desc")
    .limit(ITEMS_MAX)
  const withheld = db
    .selectFrom("read.item_withheld as item")
    .leftJoin("read.item_body as body", "body.item_id", "item.item_id")
    .select(["item.image_url as imageUrl", "body.content_html as html"])
    .where("item.feed_id", "=", feedId)
    .$if(itemId !== null, (one) => one.where("item.item_id", "=", itemId ?? ""))
    .orderBy("item.sort_at", "desc")
    .limit(ITEMS_MAX)
  const items = [...(yield* query(shown)), ...(yield* query(withheld))]
  const feeds = [
    ...(yield* query(db.selectFrom("read.feed").select("icon_url as iconUrl").where("feed_id", "=", feedId))),
    ...(yield* query(db.selectFrom("read.feed_withheld").select("icon_url as iconUrl").where("feed_id", "=", feedId))),
  ]
  const icons = feeds.flatMap(({ iconUrl }) => iconUrl ?? [])
  const pictures = items
    .flat()
    .flatMap(({ imageUrl, html }) => [...(imageUrl === null ? [] : [imageUrl]), ...inText(html)])
  // An item may show the icon of its feed, which stays.
  return itemId === null ? [...icons, ...pictures] : pictures.filter((address) => !icons.includes(address))
})

const inText = (html: string | null): ReadonlyArray<string> =>
  Array.from((html ?? "").matchAll(/\b(?:src|poster)="(https?:[^"]+)"/g), ([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  ).filter((address) => address.length <= ADDRESS_LENGTH_MAX)
