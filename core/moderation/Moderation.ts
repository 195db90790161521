import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, isUuid, pastReader, reader, writer } from "#core/kernel"
import { appealCase } from "./case/appealCase.ts"
import { Case, type CaseState, caseIdOf } from "./case/Case.ts"
import { claimCase, releaseCase } from "./case/claimCase.ts"
import {
  type Decision,
  type DecisionRefusal,
  decideAppeal,
  dismissCase,
  type Reasons,
  restoreTarget,
  takeDown,
} from "./case/decideCase.ts"
import { lapseCase } from "./case/lapseCase.ts"
import { forgetCase, type Report, reportTarget } from "./case/reportTarget.ts"
import type { LapseCause } from "./caseRules.ts"
import type {
  CaseChanged,
  CaseClaimedByOther,
  CaseNotReady,
  NoCase,
  NotAppealable,
  OwnDecision,
  UnfitAppeal,
  UnfitStatement,
} from "./refusals.ts"

type Change<Refusal> = Effect.Effect<number, Refusal>
type By = Omit<Decision, "nowMs">

/**
 * Cases about reported content. `by` is the actor that is recorded, such as `operator:<id>`; the caller makes sure that
 * operators decide neither about their own content nor about their own reports. Changes return the log position to wait
 * for. What a measure does to the content is done by a reactor.
 */
export class Moderation extends Context.Service<
  Moderation,
  {
    report(report: Report): Change<never>
    claim(caseId: string, by: string): Change<NoCase | CaseClaimedByOther | CaseNotReady>
    release(caseId: string, by: string): Change<NoCase | CaseClaimedByOther>
    takeDown(caseId: string, decision: By, reasons: Reasons): Change<DecisionRefusal | UnfitStatement>
    dismiss(caseId: string, decision: By): Change<DecisionRefusal>
    restore(caseId: string, decision: By): Change<NoCase | CaseChanged | CaseNotReady>
    decideAppeal(
      caseId: string,
      decision: By,
      answer: { readonly isGranted: boolean; readonly note: string },
    ): Change<DecisionRefusal | OwnDecision | UnfitStatement>
    /** Asks for another decision, as the affected person. */
    appeal(caseId: string, personId: string, text: string): Change<NoCase | NotAppealable | UnfitAppeal>
    /** Closes an open case whose content is gone; idempotent. */
    lapse(caseId: string, cause: LapseCause): Change<never>
    /** Forgets the texts of a case after the erasure of its owner. */
    forget(caseId: string): Effect.Effect<void>
    /**
     * Null if nothing was reported under this id.
     * @param at a position of the log: the case as it was then. Null for now
     */
    find(caseId: string, at?: number | null): Effect.Effect<CaseState | null>
  }
>()("core/moderation/Moderation") {
  static readonly layer = Layer.effect(
    Moderation,
    Effect.gen(function* () {
      const [write, read, readPast] = [yield* writer(Case), yield* reader(Case), yield* pastReader(Case)]

      const change = Effect.fnUntraced(function* <Refusal>(
        caseId: string,
        decide: (nowMs: number) => Parameters<typeof write<Refusal>>[1],
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        return (yield* write(caseId, decide(nowMs)).pipe(dieOnConflict)).receipt.position
      })

      return Moderation.of({
        report: (report) => change(caseIdOf(report.target), () => reportTarget(report)),
        claim: (caseId, by) => change(caseId, (nowMs) => claimCase({ by, nowMs })),
        release: (caseId, by) => change(caseId, (nowMs) => releaseCase({ by, nowMs })),
        takeDown: (caseId, by, reasons) => change(caseId, (nowMs) => takeDown({ ...by, nowMs }, reasons)),
        dismiss: (caseId, by) => change(caseId, (nowMs) => dismissCase({ ...by, nowMs })),
        restore: (caseId, by) => change(caseId, (nowMs) => restoreTarget({ ...by, nowMs })),
        decideAppeal: (caseId, by, answer) => change(caseId, (nowMs) => decideAppeal({ ...by, nowMs }, answer)),
        appeal: (caseId, personId, text) => change(caseId, (nowMs) => appealCase({ personId, text, nowMs })),
        lapse: (caseId, cause) => change(caseId, (nowMs) => lapseCase({ cause, nowMs })),
        forget: (caseId) => Effect.asVoid(change(caseId, forgetCase)),
        find: Effect.fn("Moderation.find")(function* (caseId, at = null) {
          const state = isUuid(caseId) ? yield* at === null ? read(caseId) : readPast(caseId, at) : null
          return state === null || state.target === null ? null : state
        }),
      })
    }),
  )
}
