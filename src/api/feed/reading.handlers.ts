import { Effect } from "effect"
import { type Follows, ReadMarks, removeMuteRule, saveItem, setMuteRule, unsaveItem } from "#core/follows"
import { type EventStore, type Sealing, Sql } from "#core/kernel"
import { findItem } from "#projections/feeds"
import { personFollows, readAmong, savedItems } from "#projections/follows"
import { translator } from "#src/i18n/index.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { ordinary } from "../limits.ts"
import { member } from "../member.ts"
import { ownFollows } from "../ownFollows.ts"
import { toFeedItem } from "../wire.ts"

/** The calls of feed.reading.ts; resolved once for the group. */
export const readingHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | EventStore | Sealing | Follows>()
  const marks = yield* ReadMarks
  const limited = yield* ordinary
  const own = yield* ownFollows
  const provide = Effect.provide(services)

  return {
    MarkRead: Effect.fn("MarkRead")(function* ({ payload }: { readonly payload: Marked & { readonly read: boolean } }) {
      const { personId } = yield* member
      yield* limited
      yield* marks.mark(personId, payload.itemIds, payload.read)
      return answer(null)
    }, provide),

    MarkAllRead: Effect.fn("MarkAllRead")(function* ({ payload }: { readonly payload: OfFeed & OfGroup }) {
      const { personId } = yield* member
      yield* limited
      const feedIds = payload.feedId === undefined ? (yield* own.find(payload)).feedIds : [payload.feedId]
      yield* marks.markAll(personId, feedIds, yield* shownPosition)
      return answer(null)
    }, provide),

    LoadReadMarks: Effect.fn("LoadReadMarks")(function* ({ payload }: { readonly payload: Marked }) {
      const { personId } = yield* member
      yield* limited
      return answer({ read: [...(yield* readAmong(personId, payload.itemIds))] })
    }, provide),

    SaveNews: Effect.fn("SaveNews")(function* ({ payload }: { readonly payload: OfItem }) {
      yield* member
      if ((yield* findItem(payload.itemId)) === null) return yield* noItem
      yield* own.carryOut(saveItem(payload))
      return answer(null)
    }, provide),

    UnSaveNews: Effect.fn("UnSaveNews")(function* ({ payload }: { readonly payload: OfItem }) {
      yield* own.carryOut(unsaveItem(payload))
      return answer(null)
    }, provide),

    ListSavedNews: Effect.fn("ListSavedNews")(function* ({
      payload,
    }: {
      readonly payload: { readonly cursor?: string }
    }) {
      const { personId } = yield* member
      yield* limited
      const { items, next } = yield* savedItems(personId, payload.cursor)
      return answer({ items: items.map(toFeedItem), next })
    }, provide),

    LoadMuteRules: Effect.fn("LoadMuteRules")(function* () {
      const { personId } = yield* member
      yield* limited
      const { muted } = yield* personFollows(personId)
      return answer({ rules: muted.map(({ feedId, words }) => ({ feedId: feedId ?? "", words })) })
    }, provide),

    SetMuteRule: Effect.fn("SetMuteRule")(function* ({
      payload: { feedId, words },
    }: {
      readonly payload: { readonly feedId?: string; readonly words: ReadonlyArray<string> }
    }) {
      yield* own.carryOut(setMuteRule({ feedId: feedId ?? null, words }))
      return answer(null)
    }, provide),

    RemoveMuteRule: Effect.fn("RemoveMuteRule")(function* ({ payload: { feedId } }: { readonly payload: OfFeed }) {
      yield* own.carryOut(removeMuteRule({ feedId: feedId ?? null }))
      return answer(null)
    }, provide),
  }
})

type Marked = { readonly itemIds: ReadonlyArray<string> }
type OfItem = { readonly itemId: string }
type OfFeed = { readonly feedId?: string }
type OfGroup = { readonly groupId?: string; readonly groupName?: string }

/** How far the items have come that lists show: what arrives after it was not there to be read. */
const shownPosition = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ position: number }>>`
      select p.position from es.live l join es.projection p using (name, build) where l.name = 'items'`,
  )
  return row?.position ?? 0
})

const noItem = Effect.gen(function* () {
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)("state.brokenLink")))
})
