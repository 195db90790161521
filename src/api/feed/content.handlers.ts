import { Clock, Effect } from "effect"
import { POST_LEVEL, POST_STATUS } from "#contract/publishing"
import { Entitlements } from "#core/chat"
import { isUuid } from "#core/kernel"
import { Reports } from "#core/newsletters"
import { MailLinkUses, type OwnPost, type PostAction, PostMailLinks, Posts, type PostVersion } from "#core/publishing"
import { channelsOf, findChannel, type ListedChannel } from "#projections/channels"
import { findPost, findPostBySlug, type ListedPost, listPosts, readGated } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { SAVED_MS_MAX } from "../savedMsMax.ts"
import { toCreatorItem } from "../userProfile/creators.wire.ts"
import { refuseOthersPicture } from "../userProfile/refuseOthersPicture.ts"
import { toContent, toOwnContent } from "./content.wire.ts"
import { refusePost } from "./refusePost.ts"

type Call<Payload> = { readonly payload: Payload }
type Written = {
  readonly title?: string
  readonly preview?: string
  readonly gated?: string
  readonly levelId?: 1 | 2 | 3
  readonly languageCode?: string
  readonly tags?: ReadonlyArray<string>
  readonly cover?: string | null
  readonly series?: string | null
  readonly customTitle?: string
  readonly subscribersDays?: number | null
  readonly everyoneDays?: number | null
  readonly dueAt?: string
  readonly timeZone?: string
  readonly sendEmail?: boolean
  readonly contentStatusId?: 1 | 2 | 3 | 4
}
type Changed = Written & { readonly contentId: string; readonly baseRevision?: number }
type StatusChange = {
  readonly contentId: string
  readonly contentStatusId: 1 | 2 | 3 | 4 | 5
  readonly dueAt?: string
  readonly timeZone?: string
}
type Paged = { readonly filter?: { readonly page: number; readonly pageSize: number } }
type Which = { readonly contentId?: string; readonly channelCode?: string; readonly customTitle?: string }

const FIRST_PAGE = { page: 1, pageSize: 20 }
const ALL_STATES = [POST_STATUS.draft, POST_STATUS.scheduled, POST_STATUS.published, POST_STATUS.hidden]

/** Handlers of content.contract.ts; resolved once for the group. */
export const contentHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [posts, reports] = [yield* Posts, yield* Reports]
  const [mailLinks, mailLinkUses] = [yield* PostMailLinks, yield* MailLinkUses]
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    createContent: Effect.fn("createContent")(function* ({
      payload: { channelId, translationOf, ...written },
    }: Call<Written & { readonly channelId?: number; readonly translationOf?: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const own = yield* channelsOf(personId)
      const channel = channelId === undefined ? own[0] : own.find((each) => each.channelId === channelId)
      if (channel === undefined) return yield* noChannel
      yield* refuseOthersPicture(written.cover ?? null, personId)
      const original = translationOf === undefined ? null : yield* requireOwn(personId, translationOf)
      const change = {
        version: versionIn(written),
        ...actionIn(written, undefined),
        ...(original === null ? {} : { translationOf: original.postId }),
      }
      const { postId, position } = yield* posts
        .create(personId, channel.channelId, change)
        .pipe(Effect.catch(refusePost))
      return yield* saved(personId, postId, position)
    }, provide),

    UpdateContent: Effect.fn("UpdateContent")(function* ({
      payload: { contentId, baseRevision, ...written },
    }: Call<Changed>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* refuseOthersPicture(written.cover ?? null, personId)
      const before = yield* requireOwn(personId, contentId)
      const version = versionIn(written, before)
      const change = {
        ...(Object.keys(version).length === 0 ? {} : { version }),
        ...(baseRevision === undefined ? {} : { baseRevision }),
        ...actionIn(written, before),
      }
      const { position } = yield* posts.change(personId, before.postId, change).pipe(Effect.catch(refusePost))
      return yield* saved(personId, before.postId, position)
    }, provide),

    DeleteContent: Effect.fn("DeleteContent")(function* ({
      payload: { contentId },
    }: Call<{ readonly contentId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* removed(personId, (yield* requireOwn(personId, contentId)).postId)
      return answer(null, translator((yield* CurrentCaller).locale)("posts.deleted"))
    }, provide),

    ViewContent: Effect.fn("ViewContent")(function* ({ payload }: Call<Which>) {
      yield* limited
      const personId = yield* viewerId
      return answer({ content: yield* viewOf(personId, yield* requireVisible(payload, personId)) })
    }, provide),

    ViewContentWithCreator: Effect.fn("ViewContentWithCreator")(function* ({ payload }: Call<Which>) {
      yield* limited
      const personId = yield* viewerId
      const post = yield* requireVisible(payload, personId)
      return answer({ content: yield* viewOf(personId, post), creator: yield* creatorOf(post) })
    }, provide),

    ViewContentByEmail: Effect.fn("ViewContentByEmail")(function* ({
      payload: { token },
    }: Call<{ readonly token: string }>) {
      yield* limited
      const mailed = mailLinks.read(token, yield* Clock.currentTimeMillis)
      if (mailed === null) return yield* noPost
      const post = yield* findPost(mailed.postId, null)
      if (post === null) return yield* noPost
      const isOpen = !post.hasGated || (yield* mailLinkUses.note(mailed, (yield* CurrentCaller).address))
      if (isOpen) yield* reports.opened(mailed.postId, mailed.personId)
      return answer({ content: yield* viewOf(isOpen ? mailed.personId : null, post), creator: yield* creatorOf(post) })
    }, provide),

    ListContent: Effect.fn("ListContent")(function* ({
      payload: { filter = FIRST_PAGE, channelId, contentStatusId },
    }: Call<Paged & { readonly channelId?: number; readonly contentStatusId?: 1 | 2 | 3 | 4 }>) {
      const { personId } = yield* requireMember
      yield* limited
      const own = (yield* channelsOf(personId)).map((each) => each.channelId)
      if (own.length === 0 || (channelId !== undefined && !own.includes(channelId))) return yield* noChannel
      const channelIds = channelId === undefined ? own : [channelId]
      const statusIds = contentStatusId === undefined ? ALL_STATES : [contentStatusId]
      const listed = yield* listPosts({ channelIds, statusIds, ...filter })
      // Lists hold previews alone; nothing is locked for its author.
      const contents = listed.posts.map((post) => ({ ...toContent(post, null), locked: false }))
      return answer({ contents, hasMore: listed.hasMore })
    }, provide),

    ListContentWithCreator: Effect.fn("ListContentWithCreator")(function* ({
      payload: { filter = FIRST_PAGE, channelCode },
    }: Call<Paged & { readonly channelCode?: string }>) {
      yield* limited
      const [personId, channel] = [yield* viewerId, channelCode === undefined ? null : yield* findChannel(channelCode)]
      if (channelCode !== undefined && channel === null) return yield* noChannel
      const channelIds = channel === null ? null : [channel.channelId]
      const listed = yield* listPosts({ channelIds, statusIds: [POST_STATUS.published], ...filter })
      const locks = yield* locksOf(personId, listed.posts)
      const creators = yield* creatorsOf(listed.posts)
      const contents = listed.posts.flatMap((post) => {
        const creator = creators.get(post.channelId)
        const content = { ...toContent(post, null), locked: locks.has(post.postId) }
        return creator === undefined ? [] : [{ content, creator }]
      })
      return answer({ contents, hasMore: listed.hasMore })
    }, provide),

    UpdateInternalContent: Effect.fn("UpdateInternalContent")(function* ({
      payload: { contentId, contentStatusId, ...plan },
    }: Call<StatusChange>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const before = yield* requireOwn(personId, contentId)
      if (contentStatusId === POST_STATUS.deleted) {
        yield* removed(personId, before.postId)
        return answer({ content: null }, translator((yield* CurrentCaller).locale)("posts.deleted"))
      }
      const action = actionIn({ ...plan, contentStatusId }, before)
      const { position } = yield* posts.change(personId, before.postId, action).pipe(Effect.catch(refusePost))
      return yield* saved(personId, before.postId, position)
    }, provide),
  }

  function requireOwn(personId: string, contentId: string) {
    return isUuid(contentId) ? posts.read(personId, contentId.toLowerCase()).pipe(Effect.catch(() => noPost)) : noPost
  }

  function removed(personId: string, postId: string) {
    return posts.remove(personId, postId).pipe(
      Effect.catch(() => noPost),
      Effect.flatMap((position) => waitFor("posts", position)),
    )
  }

  function saved(personId: string, postId: string, position: number) {
    return Effect.gen(function* () {
      yield* waitFor("posts", position, SAVED_MS_MAX)
      const [own, listed] = [yield* requireOwn(personId, postId), yield* findPost(postId, personId)]
      if (listed === null) return yield* noPost
      return answer(
        { content: toOwnContent(listed, own) },
        translator((yield* CurrentCaller).locale)("accountCall.saved"),
      )
    })
  }
})

/** Who reads: a signed-in person whose second step is done, or a guest. */
const viewerId = Effect.map(CurrentCaller, ({ member }) =>
  member?.isSecondStepPending === false ? member.personId : null,
)

const viewOf = Effect.fnUntraced(function* (personId: string | null, post: ListedPost) {
  const gated = yield* readGated({ personId }, post)
  return toContent(post, gated?.markdown ?? null)
})

const requireVisible = Effect.fnUntraced(function* (which: Which, personId: string | null) {
  return (yield* findVisible(which, personId)) ?? (yield* noPost)
})

/** The ids of the posts that have a part which the viewer may not read. */
const locksOf = Effect.fnUntraced(function* (personId: string | null, listed: ReadonlyArray<ListedPost>) {
  const entitlements = yield* Entitlements
  const authorIds = [...new Set(listed.map((post) => post.personId))]
  const levels = new Map<string, number>()
  for (const authorId of personId === null ? [] : authorIds) {
    const needed = Math.max(...listed.filter((post) => post.personId === authorId).map(({ levelId }) => levelId))
    levels.set(authorId, yield* entitlements.levelFor(authorId, personId ?? "", needed))
  }
  const locked = listed.filter(
    ({ hasGated, levelId, personId: authorId }) =>
      hasGated && levelId > POST_LEVEL.everyone && authorId !== personId && (levels.get(authorId) ?? 0) < levelId,
  )
  return new Set(locked.map(({ postId }) => postId))
})

/** The creators of posts, by channel. */
const creatorsOf = Effect.fnUntraced(function* (listed: ReadonlyArray<ListedPost>) {
  const codes = new Map(listed.map(({ channelId, channelCode }) => [channelId, channelCode]))
  const creators = new Map<number, ReturnType<typeof toCreator>>()
  for (const [channelId, code] of codes) {
    const channel = yield* findChannel(code)
    if (channel !== null) creators.set(channelId, toCreator(channel))
  }
  return creators
})

const creatorOf = Effect.fnUntraced(function* (post: ListedPost) {
  return (yield* creatorsOf([post])).get(post.channelId) ?? (yield* noPost)
})

const toCreator = (channel: ListedChannel) => ({ ...toCreatorItem(channel), userCode: channel.userCode })

const findVisible = Effect.fnUntraced(function* (
  { contentId, channelCode, customTitle }: Which,
  personId: string | null,
) {
  if (contentId !== undefined) return isUuid(contentId) ? yield* findPost(contentId, personId) : null
  if (channelCode === undefined || customTitle === undefined) return null
  const channel = yield* findChannel(channelCode)
  return channel === null ? null : yield* findPostBySlug(channel.channelId, customTitle, personId)
})

/** The fields of a version that the caller sent. */
const versionIn = (written: Written, before?: OwnPost): Partial<PostVersion> => {
  const { title, preview, gated, levelId, languageCode, tags, cover, series, customTitle } = written
  const { subscribersDays, everyoneDays, sendEmail } = written
  const former = before?.opening ?? { subscribersDays: null, everyoneDays: null }
  const opening = {
    subscribersDays: subscribersDays === undefined ? former.subscribersDays : subscribersDays,
    everyoneDays: everyoneDays === undefined ? former.everyoneDays : everyoneDays,
  }
  return {
    ...(title === undefined ? {} : { title }),
    ...(preview === undefined ? {} : { preview }),
    ...(gated === undefined ? {} : { gated }),
    ...(levelId === undefined ? {} : { levelId }),
    ...(languageCode === undefined ? {} : { language: languageTagOf(languageCode) ?? null }),
    ...(tags === undefined ? {} : { tags }),
    ...(sendEmail === undefined ? {} : { isMailed: sendEmail }),
    ...(cover === undefined ? {} : { cover }),
    ...(series === undefined ? {} : { series }),
    ...(customTitle === undefined ? {} : { customTitle }),
    ...(subscribersDays === undefined && everyoneDays === undefined ? {} : { opening }),
  }
}

/** What the wanted status means for a post in its present one. */
const actionIn = (
  { contentStatusId, dueAt = "", timeZone = "" }: Written,
  before: OwnPost | undefined,
): { readonly action?: PostAction } => {
  const statusId = before?.statusId ?? POST_STATUS.draft
  if (contentStatusId === POST_STATUS.scheduled) return { action: { kind: "schedule", wall: dueAt, zone: timeZone } }
  if (contentStatusId === undefined || contentStatusId === statusId) return {}
  if (contentStatusId === POST_STATUS.hidden) return { action: { kind: "hide" } }
  if (contentStatusId === POST_STATUS.draft) return { action: { kind: "unschedule" } }
  return { action: { kind: statusId === POST_STATUS.hidden ? "show" : "publish" } }
}

const noPost = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("posts.none")))
})
const noChannel = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("creators.noChannel")))
})
