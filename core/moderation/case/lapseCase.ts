import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import type { LapseCause } from "../caseRules.ts"
import { type CaseEvent, CaseLapsed } from "../events.ts"
import { type CaseState, reportersToNotify } from "./Case.ts"

/** Closes an open case without a decision, because what was reported is gone. Idempotent. */
export const lapseCase =
  ({ cause, nowMs }: { readonly cause: LapseCause; readonly nowMs: number }): Decide<CaseState, CaseEvent, never> =>
  (state) => {
    const { target, status } = state
    if (target === null || status !== "open") return Result.succeed([])
    const { caseId, ownerId } = target
    const reporterIds = reportersToNotify(state)
    return Result.succeed([CaseLapsed.make({ caseId, ownerId, cause, reporterIds, lapsedAt: formatIso(nowMs) })])
  }
