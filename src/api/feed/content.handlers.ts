import { Effect } from "effect"
import { POST_STATUS } from "#contract/publishing"
import { isUuid } from "#core/kernel"
import { type OwnPost, type PostAction, type PostRefusal, Posts, type PostVersion } from "#core/publishing"
import { channelsOf, findChannel } from "#projections/channels"
import { findPost, findPostBySlug, readGated } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { refuseOthersPicture } from "../userProfile/refuseOthersPicture.ts"
import { toContent, toOwnContent } from "./content.wire.ts"

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
  readonly contentStatusId?: 1 | 2 | 3 | 4
}
type Changed = Written & { readonly contentId: string; readonly baseRevision?: number }
type Which = { readonly contentId?: string; readonly channelCode?: string; readonly customTitle?: string }

/** Handlers of content.contract.ts; resolved once for the group. */
export const contentHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const posts = yield* Posts
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    createContent: Effect.fn("createContent")(function* ({
      payload: { channelId, ...written },
    }: Call<Written & { readonly channelId?: number }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const own = yield* channelsOf(personId)
      const channel = channelId === undefined ? own[0] : own.find((each) => each.channelId === channelId)
      if (channel === undefined) return yield* noChannel
      yield* refuseOthersPicture(written.cover ?? null, personId)
      const change = { version: versionIn(written), ...actionIn(written, undefined) }
      const { postId, position } = yield* posts.create(personId, channel.channelId, change).pipe(Effect.catch(refuse))
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
      const { position } = yield* posts.change(personId, before.postId, change).pipe(Effect.catch(refuse))
      return yield* saved(personId, before.postId, position)
    }, provide),

    DeleteContent: Effect.fn("DeleteContent")(function* ({
      payload: { contentId },
    }: Call<{ readonly contentId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (!isUuid(contentId)) return yield* noPost
      const position = yield* posts.remove(personId, contentId.toLowerCase()).pipe(Effect.catch(() => noPost))
      yield* waitFor("posts", position)
      const { locale } = yield* CurrentCaller
      return answer(null, translator(locale)("posts.deleted"))
    }, provide),

    ViewContent: Effect.fn("ViewContent")(function* ({ payload }: Call<Which>) {
      yield* limited
      const { member } = yield* CurrentCaller
      const personId = member?.isSecondStepPending === false ? member.personId : null
      const post = yield* findVisible(payload, personId)
      if (post === null) return yield* noPost
      const gated = yield* readGated({ personId }, post)
      return answer({ content: toContent(post, gated?.markdown ?? null) })
    }, provide),
  }

  function requireOwn(personId: string, contentId: string) {
    return isUuid(contentId) ? posts.read(personId, contentId.toLowerCase()).pipe(Effect.catch(() => noPost)) : noPost
  }

  function saved(personId: string, postId: string, position: number) {
    return Effect.gen(function* () {
      yield* waitFor("posts", position)
      const [own, listed] = [yield* requireOwn(personId, postId), yield* findPost(postId, personId)]
      if (listed === null) return yield* noPost
      return answer(
        { content: toOwnContent(listed, own) },
        translator((yield* CurrentCaller).locale)("accountCall.saved"),
      )
    })
  }
})

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
  const { subscribersDays, everyoneDays } = written
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

/** Fails with a refusal in the caller's language. */
const refuse = Effect.fnUntraced(function* (refused: PostRefusal) {
  const t = translator((yield* CurrentCaller).locale)
  const message = refusal(t(refused.messageKey))
  if (refused._tag === "NoPost") return yield* new NotFound(message)
  if (refused._tag !== "UnfitPost") return yield* new Conflict(message)
  const errors: Record<string, ReadonlyArray<string>> = {}
  for (const { field, problem } of refused.problems)
    errors[field] = [...(errors[field] ?? []), t(`posts.problem.${problem}`)]
  return yield* new BadRequest({ ...message, errors })
})
