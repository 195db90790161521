import { Effect } from "effect"
import {
  addHighlight,
  type Follows,
  ReadMarks,
  removeHighlight,
  removeMuteRule,
  setItemNote,
  setItemsSaved,
  setMuteRule,
} from "#core/follows"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { findItem, findItems, itemCopies, itemsPosition } from "#projections/feeds"
import { findReadItems, personFollows, savedItems, unreadMarksAmong } from "#projections/follows"
import { translator } from "#src/i18n/index.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard } from "../limits.ts"
import { ownFollows } from "../ownFollows.ts"
import { requireMember } from "../requireMember.ts"
import { toFeedItem } from "../wire.ts"

/** Handlers of reading.contract.ts; resolved once for the group. */
export const readingHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | EventStore | Sealing | Follows>()
  const marks = yield* ReadMarks
  const limited = yield* limitedAsStandard
  const own = yield* ownFollows
  const provide = Effect.provide(services)

  return {
    MarkRead: Effect.fn("MarkRead")(function* ({
      payload,
    }: {
      readonly payload: OfItems & { readonly read: boolean }
    }) {
      const { personId } = yield* requireMember
      yield* limited
      const copies = yield* itemCopies(payload.itemIds)
      yield* marks.mark(personId, [...payload.itemIds, ...copies.map(({ itemId }) => itemId)], payload.read)
      return answer(null)
    }, provide),

    MarkAllRead: Effect.fn("MarkAllRead")(function* ({ payload }: { readonly payload: OfFeed & OfGroup & UpTo }) {
      const { personId } = yield* requireMember
      yield* limited
      const feedIds = payload.feedId === undefined ? (yield* own.find(payload)).feedIds : [payload.feedId]
      const position = Math.min(payload.upTo ?? Number.POSITIVE_INFINITY, yield* itemsPosition)
      const unread = yield* unreadMarksAmong(personId, feedIds, position)
      yield* marks.markAll(personId, { feedIds, position, unread })
      return answer(null)
    }, provide),

    UndoMarkAllRead: Effect.fn("UndoMarkAllRead")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ undone: yield* marks.undo(personId) })
    }, provide),

    LoadReadMarks: Effect.fn("LoadReadMarks")(function* ({ payload }: { readonly payload: OfItems }) {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ read: [...(yield* findReadItems(personId, payload.itemIds))] })
    }, provide),

    SaveNews: Effect.fn("SaveNews")(function* ({ payload }: { readonly payload: OfItem }) {
      yield* requireMember
      if ((yield* findItem(payload.itemId)) === null) return yield* noItem
      yield* own.dispatch(setItemsSaved([payload.itemId], true))
      return answer(null)
    }, provide),

    UnSaveNews: Effect.fn("UnSaveNews")(function* ({ payload }: { readonly payload: OfItem }) {
      yield* own.dispatch(setItemsSaved([payload.itemId], false))
      return answer(null)
    }, provide),

    MergeSavedNews: Effect.fn("MergeSavedNews")(function* ({ payload }: { readonly payload: OfItems }) {
      yield* requireMember
      const known = yield* findItems(payload.itemIds)
      yield* own.dispatch(setItemsSaved(known.map(({ itemId }) => itemId).reverse(), true))
      return answer(null)
    }, provide),

    SetNewsNote: Effect.fn("SetNewsNote")(function* ({
      payload: { itemId, tags, note },
    }: {
      readonly payload: OfItem & { readonly tags: ReadonlyArray<string>; readonly note: string }
    }) {
      yield* requireMember
      if ((yield* findItem(itemId)) === null) return yield* noItem
      yield* own.dispatch(setItemNote(itemId, { tags, note }))
      return answer(null)
    }, provide),

    AddHighlight: Effect.fn("AddHighlight")(function* ({ payload: { itemId, text } }: { readonly payload: Passage }) {
      yield* requireMember
      if ((yield* findItem(itemId)) === null) return yield* noItem
      yield* own.dispatch(addHighlight(itemId, text))
      return answer(null)
    }, provide),

    RemoveHighlight: Effect.fn("RemoveHighlight")(function* ({
      payload: { itemId, text },
    }: {
      readonly payload: Passage
    }) {
      yield* own.dispatch(removeHighlight(itemId, text))
      return answer(null)
    }, provide),

    ListSavedNews: Effect.fn("ListSavedNews")(function* ({
      payload,
    }: {
      readonly payload: { readonly cursor?: string; readonly tag?: string }
    }) {
      const { personId } = yield* requireMember
      yield* limited
      const { items, notes, next } = yield* savedItems(personId, payload)
      return answer({ items: items.map(toFeedItem), notes, next })
    }, provide),

    LoadMuteRules: Effect.fn("LoadMuteRules")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const { muted } = yield* personFollows(personId)
      return answer({ rules: muted.map(({ feedId, words }) => ({ feedId: feedId ?? "", words })) })
    }, provide),

    SetMuteRule: Effect.fn("SetMuteRule")(function* ({
      payload: { feedId, words },
    }: {
      readonly payload: { readonly feedId?: string; readonly words: ReadonlyArray<string> }
    }) {
      yield* own.dispatch(setMuteRule({ feedId: feedId ?? null, words }))
      return answer(null)
    }, provide),

    RemoveMuteRule: Effect.fn("RemoveMuteRule")(function* ({ payload: { feedId } }: { readonly payload: OfFeed }) {
      yield* own.dispatch(removeMuteRule({ feedId: feedId ?? null }))
      return answer(null)
    }, provide),
  }
})

type OfItems = { readonly itemIds: ReadonlyArray<string> }
type OfItem = { readonly itemId: string }
type Passage = OfItem & { readonly text: string }
type OfFeed = { readonly feedId?: string }
type UpTo = { readonly upTo?: number }
type OfGroup = { readonly groupId?: string; readonly groupName?: string }

const noItem = Effect.gen(function* () {
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)("state.brokenLink")))
})
