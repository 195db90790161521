import { Effect } from "effect"
import { FRESH_CODE_PREFIX } from "#contract/accounts"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { type EmptyLongNews, LongNewsPublisher, type NoLongNews, type TooManyLongNews } from "#core/library"
import { findFeedByCode, findItem, type ListedItem, listItems } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { plainTag, tagKey } from "#src/lib/tags.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { SAVED_MS_MAX } from "../savedMsMax.ts"

const IMAGE_WIDTH = 1280

type Filter = { readonly page: number; readonly pageSize: number }

/** Handlers of longNews.contract.ts; resolved once for the group. */
export const longNewsHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | EventStore | Sealing>()
  const longNewsPublisher = yield* LongNewsPublisher
  const limited = yield* limitedAsStandard
  const limitedWriting = yield* writing
  const provide = Effect.provide(services)

  return {
    UploadLongNews: Effect.fn("UploadLongNews")(function* ({ payload }: { readonly payload: UploadPayload }) {
      const { userCode: authorCode } = yield* requireMember
      yield* limitedWriting
      // The library finds texts by their author's code, which changes once: they would be lost to their author then.
      if (authorCode.startsWith(FRESH_CODE_PREFIX)) {
        const { locale } = yield* CurrentCaller
        return yield* new Conflict(refusal(translator(locale)("longNews.noCode")))
      }
      const { title, content, languageCode, tags = [], imageUrl = null } = payload
      const { id, position } = yield* longNewsPublisher
        .upload({
          authorCode,
          title,
          content,
          tags: tags.map(plainTag).filter((tag, at, all) => tag !== "" && isFirst(tag, at, all)),
          language: languageTagOf(languageCode) ?? null,
          imageUrl,
        })
        .pipe(Effect.catch(refuseUpload))
      // An author's first text creates their feed, which another projection writes.
      yield* waitFor("items", position, SAVED_MS_MAX)
      yield* waitFor("feeds", position, SAVED_MS_MAX)
      return answer({ news: yield* find(id) })
    }, provide),

    LoadLongNews: Effect.fn("LoadLongNews")(function* ({
      payload: { filter, id, userCode },
    }: {
      readonly payload: LoadPayload
    }) {
      yield* limited
      if (id !== undefined) return answer({ news: [yield* find(id)], hasMore: false })
      const { page, pageSize } = filter
      const author = userCode === undefined ? null : yield* findFeedByCode(userCode)
      const feedIds = userCode === undefined ? null : author === null ? [] : [author.feedId]
      const { items, next } = yield* listItems({
        feedIds,
        sources: ["QI"],
        pageSize,
        offset: (page - 1) * pageSize,
      })
      return answer({ news: items.map((item) => toLongNews(item, "")), hasMore: next !== null })
    }, provide),

    DeleteLongNews: Effect.fn("DeleteLongNews")(function* ({
      payload: { id },
    }: {
      readonly payload: { readonly id: string }
    }) {
      const { userCode: authorCode } = yield* requireMember
      yield* limitedWriting
      const position = yield* longNewsPublisher.remove({ authorCode, id }).pipe(Effect.catch(refuseUnknown))
      yield* waitFor("items", position)
      return answer(null)
    }, provide),
  }
})

type UploadPayload = {
  readonly title: string
  readonly content: string
  readonly languageCode?: string
  readonly tags?: ReadonlyArray<string>
  readonly imageUrl?: string
}
type LoadPayload = { readonly filter: Filter; readonly id?: string; readonly userCode?: string }

const isFirst = (tag: string, at: number, all: ReadonlyArray<string>): boolean =>
  all.findIndex((each) => tagKey(each) === tagKey(tag)) === at

const find = Effect.fnUntraced(function* (id: string) {
  const item = yield* findItem(id)
  if (item?.source === "QI") return toLongNews(item, item.contentHtml ?? "")
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)("longNews.none")))
})

const refuseUnknown = Effect.fnUntraced(function* ({ messageKey }: NoLongNews) {
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)(messageKey)))
})

type UploadRefusal = EmptyLongNews | TooManyLongNews

const refuseUpload = Effect.fnUntraced(function* (error: UploadRefusal) {
  const t = translator((yield* CurrentCaller).locale)
  const message = error._tag === "TooManyLongNews" ? t(error.messageKey, { count: error.count }) : t(error.messageKey)
  return yield* new Conflict(refusal(message))
})

const toLongNews = (item: Omit<ListedItem, "alsoIn">, content: string) => ({
  id: item.itemId,
  userCode: item.feedCode,
  title: item.title,
  description: item.summary ?? "",
  content,
  imageUrl: imageUrl(item.imageUrl, IMAGE_WIDTH) ?? "",
  languageCode: item.language ?? "",
  tags: item.tags,
  updated: item.updatedMs,
})
