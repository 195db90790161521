import { Clock, Context, Effect, Layer } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { channelReader, claimReader } from "#core/channels"
import { Sql } from "#core/kernel"
import { FeedArchive } from "./FeedArchive.ts"
import { NoImport } from "./refusals.ts"
import { feedContinuer } from "./work/continueFeed.ts"

/** Feeds that one run works on. */
const WORKED_MAX = 50

/** A feed whose new items become posts of a channel. */
export type ContinuedFeed = {
  readonly feedId: string
  readonly channelId: number
  /** Items that could not be taken. */
  readonly refused: number
}

/**
 * Claimed feeds that continue in a channel: what they publish becomes posts, as their archive did. They are rows, because the
 * posts say where they are from.
 */
export class ContinuedFeeds extends Context.Service<
  ContinuedFeeds,
  {
    /** Lets a claimed feed continue in a channel from now on, and in no other. */
    begin(personId: string, channelId: number, feedId: string): Effect.Effect<void, NoImport>
    /** Ends it; posts stay. */
    end(personId: string, feedId: string): Effect.Effect<void>
    list(personId: string): Effect.Effect<ReadonlyArray<ContinuedFeed>>
    /** Takes the new items of feeds that are due. */
    readonly work: Effect.Effect<void>
    /** Ends all of an erased person. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/imports/ContinuedFeeds") {
  static readonly layer = Layer.effect(
    ContinuedFeeds,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [archive, readChannel, readClaim] = [yield* FeedArchive, yield* channelReader, yield* claimReader]
      const workOn = yield* feedContinuer

      return ContinuedFeeds.of({
        begin: Effect.fn("ContinuedFeeds.begin")(function* (personId, channelId, feedId) {
          const [channel, { ownerId }] = [yield* readChannel(String(channelId)), yield* readClaim(feedId)]
          const isOwn = channel.personId === personId && ownerId === personId
          if (!isOwn || channel.statusId === CHANNEL_STATUS.closed) return yield* new NoImport({})
          const { position, itemId } = yield* archive.newest(feedId)
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* Effect.promise(
            async () => sql`
              insert into imports.continued_feed (feed_id, person_id, channel_id, position, item_id, due_at, began_at)
              values (${feedId}, ${personId}, ${channelId}, ${position}, ${itemId}, ${now}, ${now})
              on conflict (feed_id) do update set person_id = excluded.person_id, channel_id = excluded.channel_id,
                position = excluded.position, item_id = excluded.item_id, refused = 0, attempts = 0,
                due_at = excluded.due_at, began_at = excluded.began_at
              where continued_feed.person_id <> excluded.person_id or continued_feed.channel_id <> excluded.channel_id`,
          )
        }),

        end: (personId, feedId) =>
          Effect.promise(async () => {
            await sql`delete from imports.continued_feed where feed_id = ${feedId} and person_id = ${personId}`
          }),

        list: (personId) =>
          Effect.promise(
            () => sql<Array<ContinuedFeed>>`
              select feed_id as "feedId", channel_id as "channelId", refused from imports.continued_feed
              where person_id = ${personId} order by began_at`,
          ),

        work: Effect.gen(function* () {
          const now = new Date(yield* Clock.currentTimeMillis)
          const due = yield* Effect.promise(
            () => sql<Array<{ feedId: string }>>`
              select feed_id as "feedId" from imports.continued_feed where due_at <= ${now}
              order by due_at limit ${WORKED_MAX}`,
          )
          for (const { feedId } of due) yield* workOn(feedId)
        }),

        forget: (personId) =>
          Effect.promise(async () => {
            await sql`delete from imports.continued_feed where person_id = ${personId}`
          }),
      })
    }),
  )
}
