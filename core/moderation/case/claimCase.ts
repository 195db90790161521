import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { CLAIM_MINUTES } from "../caseRules.ts"
import { CaseClaimed, type CaseEvent, CaseReleased } from "../events.ts"
import { CaseClaimedByOther, CaseNotReady, NoCase } from "../refusals.ts"
import type { CaseState } from "./Case.ts"

type Who = { readonly by: string; readonly nowMs: number }

/** Takes an open case for an hour, so that two operators do not read the same one. */
export const claimCase =
  ({ by, nowMs }: Who): Decide<CaseState, CaseEvent, NoCase | CaseClaimedByOther | CaseNotReady> =>
  (state) => {
    if (state.target === null) return Result.fail(new NoCase({}))
    if (state.status === "closed") return Result.fail(new CaseNotReady({}))
    if (isClaimedByOther(state, by, nowMs)) return Result.fail(new CaseClaimedByOther({}))
    const { caseId, ownerId } = state.target
    const until = formatIso(nowMs + CLAIM_MINUTES * 60_000)
    return Result.succeed([CaseClaimed.make({ caseId, ownerId, by, claimedAt: formatIso(nowMs), until })])
  }

/** Gives a claimed case back. */
export const releaseCase =
  ({ by, nowMs }: Who): Decide<CaseState, CaseEvent, NoCase | CaseClaimedByOther> =>
  ({ target, claim }) => {
    if (target === null) return Result.fail(new NoCase({}))
    if (claim === null) return Result.succeed([])
    if (claim.by !== by && claim.untilMs > nowMs) return Result.fail(new CaseClaimedByOther({}))
    const { caseId, ownerId } = target
    return Result.succeed([CaseReleased.make({ caseId, ownerId, by, releasedAt: formatIso(nowMs) })])
  }

export const isClaimedByOther = ({ claim }: Pick<CaseState, "claim">, by: string, nowMs: number): boolean =>
  claim !== null && claim.by !== by && claim.untilMs > nowMs
