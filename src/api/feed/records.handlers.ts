import { Effect } from "effect"
import { ReadingHistory, SavedSearches } from "#core/follows"
import type { Sql } from "#core/kernel"
import { findItems } from "#projections/feeds"
import { translator } from "#src/i18n/index.ts"
import { answer, Conflict, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { toFeedItem } from "../wire.ts"

const PAGE_ITEMS = 50

/** Handlers of records.contract.ts; resolved once for the group. */
export const recordHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql>()
  const [history, searches] = [yield* ReadingHistory, yield* SavedSearches]
  const limited = yield* limitedAsStandard
  const limitedWriting = yield* writing
  const provide = Effect.provide(services)

  return {
    LoadHistory: Effect.fn("LoadHistory")(function* ({ payload }: { readonly payload: { readonly before?: number } }) {
      const { personId } = yield* requireMember
      yield* limited
      const entries = yield* history.list(personId, { beforeMs: payload.before, limit: PAGE_ITEMS })
      const items = yield* findItems(entries.map(({ itemId }) => itemId))
      const last = entries.length === PAGE_ITEMS ? entries.at(-1)?.openedMs : undefined
      return answer({
        on: yield* history.isOn(personId),
        items: items.map(toFeedItem),
        opened: entries.map(({ itemId, openedMs }) => ({ itemId, time: openedMs })),
        next: last ?? null,
      })
    }, provide),

    ClearHistory: Effect.fn("ClearHistory")(function* () {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* history.clear(personId)
      return answer(null)
    }),

    SetHistory: Effect.fn("SetHistory")(function* ({ payload }: { readonly payload: { readonly on: boolean } }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* history.setOn(personId, payload.on)
      return answer(null)
    }),

    LoadSavedSearches: Effect.fn("LoadSavedSearches")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ searches: yield* searches.list(personId) })
    }),

    SaveSearch: Effect.fn("SaveSearch")(function* ({ payload: { keyword } }: OneSearch) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (yield* searches.save(personId, wordsOf(keyword))) return answer(null)
      const { locale } = yield* CurrentCaller
      return yield* new Conflict(refusal(translator(locale)("search.saved.full")))
    }),

    RemoveSavedSearch: Effect.fn("RemoveSavedSearch")(function* ({ payload: { keyword } }: OneSearch) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* searches.remove(personId, wordsOf(keyword))
      return answer(null)
    }),
  }
})

type OneSearch = { readonly payload: { readonly keyword: string } }

/** A search as it is stored: single spaces. */
const wordsOf = (keyword: string): string => keyword.replace(/\s+/gu, " ").trim()
