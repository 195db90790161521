import { Result } from "effect"
import { type Decide, formatIso, stripBidiControls } from "#core/kernel"
import { APPEAL_TEXT_LENGTH_MAX } from "../caseRules.ts"
import { AppealMade, type CaseEvent } from "../events.ts"
import { NoCase, NotAppealable, UnfitAppeal } from "../refusals.ts"
import { type CaseState, isWithheld } from "./Case.ts"

/** Whether the affected person can still appeal. */
export const isAppealable = (state: CaseState, nowMs: number): boolean =>
  isWithheld(state) &&
  state.status !== "appealed" &&
  state.appeal === null &&
  nowMs < (state.measure?.appealUntilMs ?? 0)

/** Asks for another decision, once for each measure. Only the affected person can. */
export const appealCase =
  ({
    personId,
    text,
    nowMs,
  }: {
    readonly personId: string
    readonly text: string
    readonly nowMs: number
  }): Decide<CaseState, CaseEvent, NoCase | NotAppealable | UnfitAppeal> =>
  (state) => {
    if (state.target?.ownerId !== personId || state.measure === null) return Result.fail(new NoCase({}))
    if (!isAppealable(state, nowMs)) return Result.fail(new NotAppealable({}))
    const said = stripBidiControls(text.toWellFormed()).replaceAll("\0", "").trim()
    if (said === "") return Result.fail(new UnfitAppeal({ problem: "empty" }))
    if ([...said].length > APPEAL_TEXT_LENGTH_MAX) return Result.fail(new UnfitAppeal({ problem: "long" }))
    const { caseId, ownerId } = state.target
    return Result.succeed([AppealMade.make({ caseId, ownerId, text: said, madeAt: formatIso(nowMs) })])
  }
