import { Context, type Effect } from "effect"

/** An item of a feed in the library. */
export type ArchivedItem = {
  readonly itemId: string
  readonly title: string
  readonly link: string | null
  /** Its place in date order: ISO 8601 in UTC. */
  readonly sortAt: string
  readonly summary: string | null
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  /** Addresses of sounds and films. */
  readonly enclosures: ReadonlyArray<string>
  /** Shared by the items of one story: lists show one of them. */
  readonly storyKey: string
  /** The sanitised article; null if the feed has none. */
  readonly contentHtml: string | null
}

/** Where an item stands in the order in which the library got the items of a feed. */
export type ItemPlace = {
  /** Log position of its first event. */
  readonly position: number
  readonly itemId: string
}

/** Port: what the library has of a feed. */
export class FeedArchive extends Context.Service<
  FeedArchive,
  {
    /** The name of a feed; null if there is none. */
    titleOf(feedId: string): Effect.Effect<string | null>
    /** Items of a feed without their texts, the newest first. @param after the last item of the page before */
    list(
      feedId: string,
      after: Pick<ArchivedItem, "itemId" | "sortAt"> | null,
      limit: number,
    ): Effect.Effect<ReadonlyArray<Omit<ArchivedItem, "contentHtml">>>
    find(itemId: string): Effect.Effect<ArchivedItem | null>
    /** The place of the item that came last; before all others if there is none. */
    newest(feedId: string): Effect.Effect<ItemPlace>
    /** Items that came after a place, in their order. Those with old dates are not found among very many newer ones. */
    listNew(feedId: string, after: ItemPlace, limit: number): Effect.Effect<ReadonlyArray<ItemPlace>>
  }
>()("core/imports/FeedArchive") {}
