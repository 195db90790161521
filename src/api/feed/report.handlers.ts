import { Clock, Effect } from "effect"
import type { ContentKind } from "#contract/moderation"
import { isUuid } from "#core/kernel"
import { caseIdOf, isWithheld, Moderation, type ReportedContent } from "#core/moderation"
import { findPost, readGated } from "#projections/publishing"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Report = {
  readonly payload: { readonly kind: ContentKind; readonly id: string; readonly reason: string }
}

/** Handlers of report.contract.ts; resolved once for the group. */
export const reportHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const moderation = yield* Moderation
  const limited = yield* writing

  /** What was taken down since its page was opened: the report is recorded, and answered at once. */
  const findWithheld = Effect.fnUntraced(function* (kind: ContentKind, targetId: string) {
    const found = yield* moderation.find(caseIdOf({ kind, targetId }))
    return found !== null && found.target !== null && isWithheld(found)
      ? { target: found.target, text: found.text }
      : null
  })

  return {
    ReportContent: Effect.fn("ReportContent")(function* ({ payload: { kind, id, reason } }: Report) {
      const { personId: reporterId } = yield* requireMember
      yield* limited
      const t = translator((yield* CurrentCaller).locale)
      if (reason.trim() === "")
        return yield* new BadRequest({ ...refusal(t("report.empty")), errors: { reason: [t("report.empty")] } })
      const found = (yield* FIND[kind](id, reporterId)) ?? (yield* findWithheld(kind, id))
      if (found === null) return yield* new NotFound(refusal(t("report.none")))
      yield* moderation.report({ ...found, reporterId, reason, reportedMs: yield* Clock.currentTimeMillis })
      return answer(null, t("report.did"))
    }, provide),
  }
})

type Reported = ReportedContent | null

/** A post that the person may see, with all of it that they may read. */
const findReportedPost = Effect.fnUntraced(function* (id: string, personId: string) {
  const post = isUuid(id) ? yield* findPost(id, personId) : null
  if (post === null) return null
  const gated = yield* readGated({ personId }, post)
  const { postId: targetId, channelId, personId: ownerId, title, preview } = post
  const text = [title, preview, gated?.markdown ?? ""].filter((part) => part !== "").join("\n\n")
  return { target: { kind: "post", targetId, placeId: String(channelId), ownerId }, text } satisfies Reported
})

/** Finds what is reported, as the person who reports it sees it; null if they see nothing. */
const FIND = { post: findReportedPost } as const
