import { Effect } from "effect"
import { isUuid } from "#core/kernel"
import { Autosaves, type TypedFields } from "#core/publishing"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { renderForReader } from "#src/web/publishing/renderForReader.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { composing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Kept = {
  readonly contentId: string
  readonly tab: string
  readonly seen: number | null
  readonly baseRevision: number
  readonly fields: TypedFields
}
type Previewed = {
  readonly preview: string
  readonly gated: string
  readonly levelId: 1 | 2 | 3
  readonly readerLevelId: 1 | 2 | 3
}

/** Handlers of compose.contract.ts; resolved once for the group. */
export const composeHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [autosaves, limited] = [yield* Autosaves, yield* composing]

  return {
    AutosaveContent: Effect.fn("AutosaveContent")(function* ({
      payload: { contentId, ...change },
    }: {
      readonly payload: Kept
    }) {
      const { personId } = yield* requireMember
      yield* limited
      const t = translator((yield* CurrentCaller).locale)
      if (!isUuid(contentId)) return yield* new NotFound(refusal(t("posts.none")))
      const kept = yield* autosaves.keep(personId, { postId: contentId.toLowerCase(), ...change }).pipe(
        Effect.catchTag("OtherTab", () => Effect.fail(new Conflict(refusal(t("compose.otherTab"))))),
        Effect.catchTag("NoPost", () => Effect.fail(new NotFound(refusal(t("posts.none"))))),
      )
      return answer({ saveNumber: kept.saveNumber, saved: kept.savedAtMs })
    }, provide),

    PreviewContent: Effect.fn("PreviewContent")(function* ({ payload }: { readonly payload: Previewed }) {
      const { personId } = yield* requireMember
      yield* limited
      const { locale } = yield* CurrentCaller
      const { preview, gated, words, minutes, missing } = yield* renderForReader({ ...payload, personId, locale })
      return answer({ preview: preview.html, gated: gated?.html ?? null, words, minutes, missing })
    }, provide),
  }
})
