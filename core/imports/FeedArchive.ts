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
  }
>()("core/imports/FeedArchive") {}
