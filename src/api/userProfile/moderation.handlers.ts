import { Clock, Effect } from "effect"
import {
  type CaseState,
  isAppealable,
  Moderation,
  type NoCase,
  type NotAppealable,
  type UnfitAppeal,
} from "#core/moderation"
import { listOwnMeasures } from "#projections/moderation"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Which = { readonly payload: { readonly caseId: string } }
type Appeal = { readonly payload: { readonly caseId: string; readonly text: string } }

/** Handlers of moderation.contract.ts; resolved once for the group. */
export const moderationHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const moderation = yield* Moderation
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  /** A decision about somebody else is one that does not exist. */
  const ownDecision = Effect.fnUntraced(function* (personId: string, caseId: string) {
    const found = yield* moderation.find(caseId)
    const decision = found?.target?.ownerId === personId ? toDecision(found, yield* Clock.currentTimeMillis) : null
    if (decision !== null) return decision
    return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("moderation.none")))
  })

  return {
    LoadDecisions: Effect.fn("LoadDecisions")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const decisions = (yield* listOwnMeasures(personId)).map(({ caseId, kind, status, takenAt, liftedAt }) => ({
        ...{ caseId, kind, appealed: status === "appealed" },
        ...{ taken: takenAt?.getTime() ?? 0, lifted: liftedAt?.getTime() ?? null },
      }))
      return answer({ decisions })
    }, provide),

    LoadDecision: Effect.fn("LoadDecision")(function* ({ payload }: Which) {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ decision: yield* ownDecision(personId, payload.caseId) })
    }, provide),

    AppealDecision: Effect.fn("AppealDecision")(function* ({ payload: { caseId, text } }: Appeal) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* ownDecision(personId, caseId)
      const position = yield* moderation.appeal(caseId, personId, text).pipe(Effect.catch(refuseAppeal))
      yield* waitFor("moderation", position)
      return answer({ decision: yield* ownDecision(personId, caseId) })
    }, provide),
  }
})

const refuseAppeal = Effect.fnUntraced(function* (refused: NoCase | NotAppealable | UnfitAppeal) {
  const message = refusal(translator((yield* CurrentCaller).locale)(refused.messageKey))
  if (refused._tag === "NoCase") return yield* new NotFound(message)
  if (refused._tag === "NotAppealable") return yield* new Conflict(message)
  return yield* new BadRequest({ ...message, errors: { text: [message.message] } })
})

/** A decision as the affected person sees it: without names of operators and of people who reported. */
const toDecision = (state: CaseState, nowMs: number) => {
  const { target, text, measure, appeal } = state
  if (target === null || measure === null) return null
  const { ground, reference, facts, takenMs, reviewMs, appealUntilMs, liftedMs, bannedFrom } = measure
  const decided = appeal?.decision ?? null
  return {
    ...{ caseId: target.caseId, kind: target.kind, text, ground, reference, facts, automated: false },
    ...{ taken: takenMs, review: reviewMs, appealUntil: appealUntilMs, lifted: liftedMs },
    ...{ mayAppeal: isAppealable(state, nowMs), banned: bannedFrom !== null && liftedMs === null },
    appeal: appeal && {
      ...{ text: appeal.text, made: appeal.madeMs },
      ...{ outcome: decided?.outcome ?? null, note: decided?.note ?? null, decided: decided?.atMs ?? null },
    },
  }
}
