import { Clock, Effect } from "effect"
import type { ContentKind } from "#contract/moderation"
import { isUuid } from "#core/kernel"
import { caseIdOf, isWithheld, Moderation, type ReportedContent, ReporterMarks } from "#core/moderation"
import { findChannelById, findClaimant } from "#projections/channels"
import { findFeed, findItem } from "#projections/feeds"
import { findPost, findPostByItem, readGated } from "#projections/publishing"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { guestReporting, writing } from "../limits.ts"

type Report = {
  readonly payload: { readonly kind: ContentKind; readonly id: string; readonly reason: string }
}

/** Handlers of report.contract.ts; resolved once for the group. */
export const reportHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const moderation = yield* Moderation
  const marks = yield* ReporterMarks
  const [limited, limitedAsGuest] = [yield* writing, yield* guestReporting]

  /** What was taken down since its page was opened: the report is recorded, and answered at once. */
  const findWithheld = Effect.fnUntraced(function* (kind: ContentKind, targetId: string) {
    const found = yield* moderation.find(caseIdOf({ kind, targetId }))
    return found !== null && found.target !== null && isWithheld(found)
      ? { target: found.target, text: found.text }
      : null
  })

  return {
    ReportContent: Effect.fn("ReportContent")(function* ({ payload: { kind, id, reason } }: Report) {
      const { member, locale, address } = yield* CurrentCaller
      const reporter = member?.isSecondStepPending === false ? member : null
      yield* reporter === null ? limitedAsGuest : limited
      const t = translator(locale)
      if (reason.trim() === "")
        return yield* new BadRequest({ ...refusal(t("report.empty")), errors: { reason: [t("report.empty")] } })
      const found = (yield* FIND[kind](id, reporter?.personId ?? null)) ?? (yield* findWithheld(kind, id))
      const reportedMs = yield* Clock.currentTimeMillis
      if (reporter === null) {
        const guestMark = found === null ? null : marks.of(address, caseIdOf(found.target))
        if (found !== null && guestMark !== null)
          yield* moderation.report({ ...found, reporterId: guestMark, isGuest: true, reason, reportedMs })
        // The same for whatever guests name: it does not say what exists here, or who reported before.
        return answer(null, t("report.guest.did"))
      }
      const { personId: reporterId } = reporter
      if (found === null) return yield* new NotFound(refusal(t("report.none")))
      yield* moderation.report({ ...found, reporterId, reason, reportedMs })
      return answer(null, t("report.did"))
    }, provide),
  }
})

/** Posts of this site. */
const OWN_SOURCE = "QI"
const CHANNEL_NUMBER = /^[1-9]\d{0,8}$/

type Reported = ReportedContent | null

/** A post that the person may see, with all of it that they may read. */
const findReportedPost = Effect.fnUntraced(function* (id: string, personId: string | null) {
  const post = isUuid(id) ? yield* findPost(id, personId) : null
  if (post === null) return null
  const gated = yield* readGated({ personId }, post)
  const { postId: targetId, channelId, personId: ownerId, title, preview } = post
  const text = [title, preview, gated?.markdown ?? ""].filter((part) => part !== "").join("\n\n")
  return { target: { kind: "post", targetId, placeId: String(channelId), ownerId }, text } satisfies Reported
})

/** A channel with what its creator says about it. */
const findReportedChannel = Effect.fnUntraced(function* (id: string) {
  const channel = CHANNEL_NUMBER.test(id) ? yield* findChannelById(Number(id)) : null
  if (channel === null) return null
  const { code: placeId, personId: ownerId, subject, bio, links } = channel
  const text = [subject, bio, ...links].filter((part) => part !== "").join("\n")
  return { target: { kind: "channel", targetId: id, placeId, ownerId }, text } satisfies Reported
})

/** A feed of the library, with its owner if a member has claimed it. The feed of a channel is reported as its channel. */
const findReportedFeed = Effect.fnUntraced(function* (feedId: string) {
  const feed = yield* findFeed(feedId)
  if (feed === null || feed.source === OWN_SOURCE) return null
  const text = [feed.title, feed.url, feed.description ?? ""].join("\n").trim()
  const target = {
    kind: "feed",
    targetId: feedId,
    placeId: feedId,
    ownerId: yield* ownerOf("feed", feedId, feedId),
  } as const
  return { target, text } satisfies Reported
})

/** An item of the library, or the post that it stands for. */
const findReportedItem = Effect.fnUntraced(function* (itemId: string, personId: string | null) {
  const item = yield* findItem(itemId)
  if (item === null) return null
  const { feedId, source, title, link, summary } = item
  if (source === OWN_SOURCE) {
    const post = yield* findPostByItem(itemId)
    return post === null ? null : yield* findReportedPost(post.postId, personId)
  }
  const text = [title, link ?? "", summary ?? ""].join("\n").trim()
  const target = {
    kind: "item",
    targetId: itemId,
    placeId: feedId,
    ownerId: yield* ownerOf("item", itemId, feedId),
  } as const
  return { target, text } satisfies Reported
})

/** Who claimed the feed; the case itself if nobody did. */
const ownerOf = (kind: ContentKind, targetId: string, feedId: string) =>
  Effect.map(findClaimant(feedId), (claimant) => claimant?.personId ?? caseIdOf({ kind, targetId }))

/** Finds what is reported, as who reports it sees it (null for a guest); null if they see nothing. */
const FIND = {
  ...{ post: findReportedPost, feed: findReportedFeed, channel: findReportedChannel },
  item: findReportedItem,
} as const
