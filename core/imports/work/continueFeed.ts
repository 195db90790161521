import { Clock, Effect } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { channelReader, claimReader } from "#core/channels"
import { Flags } from "#core/flags"
import { Sql, tryAdvisoryLock } from "#core/kernel"
import { FeedArchive, type ItemPlace } from "../FeedArchive.ts"
import { IMPORT_ATTEMPTS_MAX } from "../limits.ts"
import { itemTaker } from "./takeItem.ts"

/** Items of one run. */
const TAKEN_MAX = 50
/** Time between two looks at a feed. */
const LOOK_MS = 60_000

type ContinuedRow = ItemPlace & {
  readonly feedId: string
  readonly personId: string
  readonly channelId: number
  readonly attempts: number
}

/**
 * Makes the new items of a continued feed posts of its channel, in the order in which they came. It waits while the channel
 * is paused or operators have turned imports off, and ends with the claim or the channel. An item that fails again and again
 * is left out.
 */
export const feedContinuer = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [archive, readClaim, readChannel] = [yield* FeedArchive, yield* claimReader, yield* channelReader]
  const [takeItem, flags] = [yield* itemTaker, yield* Flags]

  const find = (feedId: string) =>
    Effect.promise(async () => {
      const [row] = await sql<Array<ContinuedRow>>`
        select feed_id as "feedId", person_id as "personId", channel_id as "channelId", position, item_id as "itemId", attempts
        from imports.continued_feed where feed_id = ${feedId}`
      return row ?? null
    })

  /** Notes that an item was worked on, unless the feed continues elsewhere by now. */
  const advance = ({ feedId, channelId }: ContinuedRow, { position, itemId }: ItemPlace, isRefused: boolean) =>
    Effect.promise(
      async () => sql`
        update imports.continued_feed set position = ${position}, item_id = ${itemId}, attempts = 0,
          refused = refused + ${isRefused ? 1 : 0}
        where feed_id = ${feedId} and channel_id = ${channelId}`,
    )

  const lookAgain = Effect.fnUntraced(function* (feedId: string, afterMs: number) {
    const dueAt = new Date((yield* Clock.currentTimeMillis) + afterMs)
    yield* Effect.promise(
      async () => sql`update imports.continued_feed set due_at = ${dueAt} where feed_id = ${feedId}`,
    )
  })

  const workOnce = Effect.fn("continueFeed")(function* (feedId: string) {
    const row = yield* find(feedId)
    if (row === null) return
    const { personId, channelId } = row
    const [channel, { ownerId }] = [yield* readChannel(String(channelId)), yield* readClaim(feedId)]
    if (ownerId !== personId || channel.personId !== personId || channel.statusId === CHANNEL_STATUS.closed) {
      yield* Effect.promise(
        async () => sql`delete from imports.continued_feed where feed_id = ${feedId} and person_id = ${personId}`,
      )
      return
    }
    const isOn = yield* flags.isOn("imports", personId)
    if (!isOn || channel.statusId !== CHANNEL_STATUS.active) return yield* lookAgain(feedId, LOOK_MS)
    const places = yield* archive.listNew(feedId, row, TAKEN_MAX)
    for (const place of places) {
      const item = yield* archive.find(place.itemId)
      const { outcome } = yield* takeItem(item, { channelId, personId, language: channel.languages[0] ?? null })
      yield* advance(row, place, outcome === "refused")
    }
    yield* lookAgain(feedId, places.length === TAKEN_MAX ? 0 : LOOK_MS)
  })

  const postpone = Effect.fnUntraced(function* (feedId: string) {
    const row = yield* find(feedId)
    if (row === null) return
    const [failed] = row.attempts + 1 < IMPORT_ATTEMPTS_MAX ? [] : yield* archive.listNew(feedId, row, 1)
    if (failed !== undefined) yield* advance(row, failed, true)
    else
      yield* Effect.promise(
        async () => sql`update imports.continued_feed set attempts = attempts + 1 where feed_id = ${feedId}`,
      )
    yield* lookAgain(feedId, LOOK_MS)
  })

  return (feedId: string) =>
    tryAdvisoryLock(
      sql,
      { work: "continued feed", on: feedId },
      workOnce(feedId).pipe(
        Effect.catchCause((cause) =>
          Effect.andThen(Effect.logError("continuing a feed failed", { feedId }, cause), postpone(feedId)),
        ),
      ),
    )
})
