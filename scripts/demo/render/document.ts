import { type Addresses, addressesOf } from "../addresses.ts"
import type { DemoFeed } from "../DemoFeed.ts"
import { type DemoItem, itemsAt, type Site } from "../items.ts"
import { PICTURE } from "../pictures.ts"
import { proseToHtml } from "../prose.ts"
import { escapeMarkup } from "./markup.ts"

/** A site's document at one moment: what every format renders from. */
export type FeedDocument = {
  readonly feed: DemoFeed
  readonly items: ReadonlyArray<DemoItem>
  readonly at: Addresses
  /** When the newest item came out. */
  readonly updated: Date
}

export const documentAt = (site: Site, origin: string, now: Date): FeedDocument => {
  const items = itemsAt(site, now)
  return { feed: site.feed, items, at: addressesOf(site.feed, origin), updated: items[0]?.published ?? now }
}

/** An item's whole text as HTML, headed by its picture where it has one. */
export const itemHtml = ({ feed, at }: Pick<FeedDocument, "feed" | "at">, item: DemoItem): string => {
  const heading =
    item.pictured && feed.kind !== "video" && feed.kind !== "podcast"
      ? `<p><img src="${escapeMarkup(at.picture(item.key))}" alt="" ` +
        `width="${PICTURE.width}" height="${PICTURE.height}"></p>\n`
      : ""
  return heading + itemBody({ at }, item)
}

/** The same without the picture at its head. */
export const itemBody = ({ at }: Pick<FeedDocument, "at">, item: DemoItem): string =>
  proseToHtml(item.text, {
    figureUrl: (place) => at.picture(item.key, place),
    figureWidth: PICTURE.width,
    figureHeight: PICTURE.height,
  })

/** Hours, minutes and seconds as podcast players show them. */
export const clockTime = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":")
