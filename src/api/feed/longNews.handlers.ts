import { Effect } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { POST_LEVEL } from "#contract/publishing"
import { cleanArticle } from "#core/feeds"
import { articleToMarkdown, pictureTarget, webAddressOf } from "#core/imports"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { channelFeedId, Posts, pictureAddressesOf, postItemId } from "#core/publishing"
import { findPerson } from "#projections/accounts"
import { channelsOf, findChannel } from "#projections/channels"
import { findItem, type ListedItem, listItems } from "#projections/feeds"
import { findPostByItem } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { SAVED_MS_MAX } from "../savedMsMax.ts"
import { refusePost } from "./refusePost.ts"

const IMAGE_WIDTH = 1280

type Filter = { readonly page: number; readonly pageSize: number }

/**
 * Long news are the posts of channels. These calls know them as items of the library, by the id of the item; resolved once
 * for the group.
 */
export const longNewsHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | EventStore | Sealing>()
  const posts = yield* Posts
  const limited = yield* limitedAsStandard
  const limitedWriting = yield* writing
  const provide = Effect.provide(services)

  return {
    UploadLongNews: Effect.fn("UploadLongNews")(function* ({ payload }: { readonly payload: UploadPayload }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const own = yield* channelsOf(personId)
      const channel = own.find(({ statusId, isWithheld }) => statusId === CHANNEL_STATUS.active && !isWithheld)
      if (channel === undefined) return yield* refuse("longNews.noChannel")
      const { title, content, languageCode, tags = [], imageUrl = "" } = payload
      const text = articleToMarkdown(cleanArticle(content).html, null)
      if ("problem" in text) return yield* refuse("longNews.complex")
      const preview = withPicture(text.markdown, webAddressOf(imageUrl, null))
      if (preview === "") return yield* refuse("longNews.empty")
      const version = {
        title,
        preview,
        tags,
        levelId: POST_LEVEL.everyone,
        language: languageTagOf(languageCode) ?? null,
      }
      const { postId, position } = yield* posts
        .create(personId, channel.channelId, { version, action: { kind: "publish" } })
        .pipe(Effect.catch(refusePost))
      for (const name of ["posts", "items", "feeds"]) yield* waitFor(name, position, SAVED_MS_MAX)
      return answer({ news: yield* find(postItemId(channel.channelId, postId)) })
    }, provide),

    LoadLongNews: Effect.fn("LoadLongNews")(function* ({
      payload: { filter, id, userCode },
    }: {
      readonly payload: LoadPayload
    }) {
      yield* limited
      if (id !== undefined) return answer({ news: [yield* find(id)], hasMore: false })
      const { page, pageSize } = filter
      const feedIds = userCode === undefined ? null : yield* feedIdsOf(userCode)
      const { items, next } = yield* listItems({
        feedIds,
        sources: ["QI"],
        pageSize,
        offset: (page - 1) * pageSize,
      })
      const authors = yield* authorsOf(items)
      const news = items.map((item) => toLongNews(item, authors.get(item.feedCode) ?? item.feedCode, ""))
      return answer({ news, hasMore: next !== null })
    }, provide),

    DeleteLongNews: Effect.fn("DeleteLongNews")(function* ({
      payload: { id },
    }: {
      readonly payload: { readonly id: string }
    }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const post = yield* findPostByItem(id, personId)
      if (post === null) return yield* noNews
      const position = yield* posts.remove(personId, post.postId).pipe(Effect.catch(() => noNews))
      for (const name of ["posts", "items"]) yield* waitFor(name, position)
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

/** A text whose lists show a picture: the first one in it. */
const withPicture = (markdown: string, address: string | null): string => {
  const picture = address === null ? null : pictureTarget(address)
  if (picture === null || pictureAddressesOf(markdown)[0] === picture) return markdown
  return `![](${picture})\n\n${markdown}`.trim()
}

/** The feeds of a channel, by its code, or of all channels of a person, by theirs. */
const feedIdsOf = Effect.fnUntraced(function* (code: string) {
  const channel = yield* findChannel(code)
  if (channel !== null) return [channelFeedId(channel.channelId)]
  const person = yield* findPerson(code)
  const own = person === null ? [] : yield* channelsOf(person.personId)
  return own.filter(({ isWithheld }) => !isWithheld).map(({ channelId }) => channelFeedId(channelId))
})

/** The user codes of authors by the codes of their channels. */
const authorsOf = Effect.fnUntraced(function* (items: ReadonlyArray<Pick<ListedItem, "feedCode">>) {
  const authors = new Map<string, string>()
  for (const code of new Set(items.map(({ feedCode }) => feedCode))) {
    const channel = yield* findChannel(code)
    if (channel !== null) authors.set(code, channel.userCode)
  }
  return authors
})

const find = Effect.fnUntraced(function* (id: string) {
  const [item, post] = [yield* findItem(id), yield* findPostByItem(id)]
  return item === null || post === null ? yield* noNews : toLongNews(item, post.userCode, item.contentHtml ?? "")
})

const noNews = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("longNews.none")))
})

/** Why a text is not published. */
const refuse = Effect.fnUntraced(function* (messageKey: `longNews.${"noChannel" | "empty" | "complex"}`) {
  return yield* new Conflict(refusal(translator((yield* CurrentCaller).locale)(messageKey)))
})

const toLongNews = (item: Omit<ListedItem, "alsoIn">, userCode: string, content: string) => ({
  id: item.itemId,
  userCode,
  title: item.title,
  description: item.summary ?? "",
  content,
  imageUrl: imageUrl(item.imageUrl, IMAGE_WIDTH) ?? "",
  languageCode: item.language ?? "",
  tags: item.tags,
  updated: item.updatedMs,
})
