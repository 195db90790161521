import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Decide, EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import { appealCase, isAppealable } from "./case/appealCase.ts"
import { Case, type CaseState, caseIdOf, reportersToNotify } from "./case/Case.ts"
import { claimCase, releaseCase } from "./case/claimCase.ts"
import { type Decision, decideAppeal, dismissCase, restoreTarget, takeDown } from "./case/decideCase.ts"
import { lapseCase } from "./case/lapseCase.ts"
import { forgetCase, reportTarget } from "./case/reportTarget.ts"
import {
  APPEAL_DAYS_MAX,
  APPEAL_TEXT_LENGTH_MAX,
  CASE_REPORTS_MAX,
  CLAIM_MINUTES,
  GUEST_REPORTS_MAX,
  REPORT_REASON_LENGTH_MAX,
  REPORTED_TEXT_LENGTH_MAX,
} from "./caseRules.ts"
import type { CaseEvent } from "./events.ts"
import { Moderation } from "./Moderation.ts"
import { ReporterMarks } from "./ReporterMarks.ts"

const personOf = (index: number) => `01890000-0000-7000-8000-${String(index).padStart(12, "0")}`
const [ownerId, reporterId, otherId] = [personOf(1), personOf(2), personOf(3)]
const [ada, ben] = ["operator:ada", "operator:ben"]
const nowMs = Date.UTC(2026, 10, 27, 9)
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
const target = { kind: "comment", targetId: personOf(9), placeId: personOf(8), ownerId } as const
const report = { target, reporterId, reason: "A threat", text: "I will find you", reportedMs: nowMs }
const reasons = { ground: "terms", reference: "4.2", facts: "It threatens somebody.", reviewDays: 90 } as const
const by = (operator: string, seen: number, atMs = nowMs): Decision => ({ by: operator, seen, nowMs: atMs })

type Step = Decide<CaseState, CaseEvent, unknown>
/** The state after decisions, all of which are accepted. */
const stateAfter = (...steps: ReadonlyArray<Step>): CaseState =>
  steps.reduce((state, step) => Result.getOrThrow(step(state)).reduce(Case.evolve, state), Case.initial)
const namesOf = (result: Result.Result<ReadonlyArray<CaseEvent>, unknown>): ReadonlyArray<string> =>
  Result.isSuccess(result)
    ? result.success.map(({ _tag }) => _tag.split(".")[1] ?? "")
    : [(result.failure as { readonly _tag: string })._tag]

const open: ReadonlyArray<Step> = [reportTarget(report)]
const taken: ReadonlyArray<Step> = [...open, takeDown(by(ada, 1), reasons)]
const appealed: ReadonlyArray<Step> = [...taken, appealCase({ personId: ownerId, text: "A song", nowMs })]
const granted: ReadonlyArray<Step> = [...appealed, decideAppeal(by(ben, 4), { isGranted: true, note: "It is." })]
const lapsed: ReadonlyArray<Step> = [...open, lapseCase({ cause: "author", nowMs })]
const ofMessage = {
  ...report,
  target: { ...report.target, kind: "message", targetId: "0000000000000000000a:7", placeId: "0000000000000000000a" },
} as const
const second = { ...report, reporterId: otherId }

describe("a report", () => {
  it.each<[string, ReadonlyArray<Step>, typeof report, ReadonlyArray<string>]>([
    ["opens the case of something new", [], report, ["CaseOpened", "ReportAdded"]],
    ["joins an open case", open, second, ["ReportAdded"]],
    ["of the same person collapses", open, report, []],
    ["of the same person does not open a dismissed case again", [...open, dismissCase(by(ada, 1))], report, []],
    ["of somebody else opens it again", [...open, dismissCase(by(ada, 1))], second, ["CaseOpened", "ReportAdded"]],
    ["about one's own content is nothing", [], { ...report, reporterId: ownerId }, []],
    ["about something withheld is recorded and answered", taken, second, ["ReportAdded", "ReportAnswered"]],
    ["about something withheld of the same person collapses", taken, report, []],
    ["about what an appeal is about is recorded and answered", appealed, second, ["ReportAdded", "ReportAnswered"]],
    ["of the same person opens the case of what vanished and came back", lapsed, report, ["CaseOpened", "ReportAdded"]],
    ["after a restoration opens it again", granted, second, ["CaseOpened", "ReportAdded"]],
    ["about a forgotten case is nothing", [...open, forgetCase(nowMs)], second, []],
  ])("%s", (_, given, when, then) => {
    expect(namesOf(reportTarget(when)(stateAfter(...given)))).toEqual(then)
  })

  it("of guests has a limit of its own, and nobody is notified of the outcome", () => {
    const asGuest = (index: number) => reportTarget({ ...report, reporterId: personOf(500 + index), isGuest: true })
    const guests = Array.from({ length: GUEST_REPORTS_MAX + 5 }, (__, index) => asGuest(index))
    const state = stateAfter(...guests, asGuest(0), reportTarget(second))
    expect(state.reports.filter(({ isGuest }) => isGuest)).toHaveLength(GUEST_REPORTS_MAX)
    expect(reportersToNotify(state)).toEqual([otherId])
    const closed = Result.getOrThrow(dismissCase(by(ada, state.version))(state)).at(-1)
    expect(closed).toMatchObject({ _tag: "moderation.CaseClosed.v1", reporterIds: [otherId] })
    expect(namesOf(asGuest(99)(stateAfter(...taken)))).toEqual(["GuestReportAdded"])
    const missing = Result.getOrThrow(lapseCase({ cause: "author", nowMs })(stateAfter(asGuest(1)))).at(-1)
    expect(missing).toMatchObject({ reporterIds: [] })
  })

  it("of a guest carries a mark instead of an address: the same for a network, another one for each case", async () => {
    const marks = await Effect.runPromise(Effect.provide(ReporterMarks, ReporterMarks.layerOf(Buffer.alloc(32, 7))))
    const mark = (address: string, caseId = "one") => marks.of(address, caseId)
    expect(mark("2001:db8:1:2::5")).toBe(mark("2001:db8:1:2:ffff::9"))
    const all = [mark("2001:db8:1:2::5"), mark("2001:db8:1:3::5"), mark("192.0.2.1"), mark("192.0.2.2")]
    expect(new Set([...all, mark("192.0.2.1", "two")]).size).toBe(5)
    expect(all.join()).not.toMatch(/192|2001/)
  })

  it("is bounded in number and length, without control characters", () => {
    const many = Array.from({ length: CASE_REPORTS_MAX + 5 }, (__, index) =>
      reportTarget({ ...report, reporterId: personOf(100 + index) }),
    )
    expect(stateAfter(...many).reports).toHaveLength(CASE_REPORTS_MAX)
    const { text, reports } = stateAfter(
      reportTarget({ ...report, text: `\u202e${"😀".repeat(9_000)}`, reason: `a\0\ud800${"b".repeat(9_000)}` }),
    )
    expect([...text]).toHaveLength(REPORTED_TEXT_LENGTH_MAX)
    expect(text).not.toContain("\u202e")
    expect([...(reports[0]?.reason ?? "")]).toHaveLength(REPORT_REASON_LENGTH_MAX)
    expect(reports[0]?.reason).not.toMatch(/\0/)
  })
})

it("reports of what is taken down neither change a decision nor count as a new round", () => {
  const before = stateAfter(...appealed)
  const after = stateAfter(...appealed, reportTarget(second))
  expect([after.version, after.status, after.reports.length]).toEqual([before.version, "appealed", 2])
  const opened = [...granted, reportTarget(second), reportTarget({ ...report, reporterId: personOf(4) })]
  expect(stateAfter(...opened)).toMatchObject({ status: "open", decidedReports: 1 })
  const meanwhile = [...taken, reportTarget(second), restoreTarget(by(ben, 3))]
  const again = stateAfter(...meanwhile, reportTarget({ ...report, reporterId: personOf(4) }))
  expect(again).toMatchObject({ status: "open", decidedReports: 2 })
  const many = Array.from({ length: CASE_REPORTS_MAX + 5 }, (_, index) =>
    reportTarget({ ...report, reporterId: personOf(100 + index) }),
  )
  expect(stateAfter(...taken, ...many).reports).toHaveLength(CASE_REPORTS_MAX)
})

describe("a case closes by itself", () => {
  const lapse = lapseCase({ cause: "author", nowMs })
  it.each<[string, ReadonlyArray<Step>, ReadonlyArray<string>]>([
    ["when what was reported is gone", open, ["CaseLapsed"]],
    ["once", lapsed, []],
    ["not if it was decided", taken, []],
    ["not while an appeal waits for its answer", appealed, []],
    ["not if there is none", [], []],
  ])("%s", (_, given, then) => {
    expect(namesOf(lapse(stateAfter(...given)))).toEqual(then)
  })

  it("says why, tells those who reported, and cannot be decided any more", () => {
    const claimed = [claimCase({ by: ada, nowMs }), reportTarget(second)]
    const [event] = Result.getOrThrow(lapse(stateAfter(...open, ...claimed)))
    expect(event).toMatchObject({ cause: "author", reporterIds: [reporterId, otherId] })
    const state = stateAfter(...open, ...claimed, lapse)
    expect(state).toMatchObject({ status: "closed", claim: null, lapse: { cause: "author", atMs: nowMs } })
    expect(namesOf(dismissCase(by(ada, state.version))(state))).toEqual(["CaseNotReady"])
    expect(stateAfter(...lapsed, reportTarget(report)).lapse).toBeNull()
  })
})

describe("a claim", () => {
  const claimed = [...open, claimCase({ by: ada, nowMs })]
  const laterMs = nowMs + CLAIM_MINUTES * MINUTE_MS
  it.each<[string, ReadonlyArray<Step>, Step, ReadonlyArray<string>]>([
    ["takes an open case", open, claimCase({ by: ada, nowMs }), ["CaseClaimed"]],
    ["of somebody else is refused meanwhile", claimed, claimCase({ by: ben, nowMs }), ["CaseClaimedByOther"]],
    ["of somebody else is possible after an hour", claimed, claimCase({ by: ben, nowMs: laterMs }), ["CaseClaimed"]],
    ["keeps others from deciding", claimed, dismissCase(by(ben, 1)), ["CaseClaimedByOther"]],
    ["lets its operator decide", claimed, dismissCase(by(ada, 1)), ["CaseClosed"]],
    ["of a decided case is refused", taken, claimCase({ by: ada, nowMs }), ["CaseNotReady"]],
    ["of nothing is refused", [], claimCase({ by: ada, nowMs }), ["NoCase"]],
    ["is given back", claimed, releaseCase({ by: ada, nowMs }), ["CaseReleased"]],
    ["is not given back by others", claimed, releaseCase({ by: ben, nowMs }), ["CaseClaimedByOther"]],
  ])("%s", (_, given, when, then) => {
    expect(namesOf(when(stateAfter(...given)))).toEqual(then)
  })
})

describe("a decision", () => {
  const long = { ...reasons, facts: " " }
  const lifted = [...taken, restoreTarget(by(ben, 3))]
  it.each<[string, ReadonlyArray<Step>, Step, ReadonlyArray<string>]>([
    ["takes down, with reasons", open, takeDown(by(ada, 1), reasons), ["MeasureTaken", "StatementSent", "CaseClosed"]],
    [
      "removes a message and bans its author from the room",
      [reportTarget(ofMessage)],
      takeDown(by(ada, 1), { ...reasons, isBan: true }),
      ["MeasureTaken", "AuthorBanned", "StatementSent", "CaseClosed"],
    ],
    ["bans nobody for something else", open, takeDown(by(ada, 1), { ...reasons, isBan: true }), ["CaseNotReady"]],
    ["without facts is refused", open, takeDown(by(ada, 1), long), ["UnfitStatement"]],
    [
      "without a law or clause is refused",
      open,
      takeDown(by(ada, 1), { ...reasons, reference: "" }),
      ["UnfitStatement"],
    ],
    [
      "without a review is refused",
      open,
      takeDown(by(ada, 1), { ...reasons, reviewDays: Number.NaN }),
      ["UnfitStatement"],
    ],
    ["dismisses reports", open, dismissCase(by(ada, 1)), ["CaseClosed"]],
    ["on an older version is refused", [...open, reportTarget(second)], dismissCase(by(ada, 1)), ["CaseChanged"]],
    ["after another decision is refused", taken, dismissCase(by(ben, 1)), ["CaseChanged"]],
    ["on a decided case is refused", taken, dismissCase(by(ben, 3)), ["CaseNotReady"]],
    ["with a version that is no number is refused", open, dismissCase(by(ada, Number.NaN)), ["CaseChanged"]],
    ["ends a measure", taken, restoreTarget(by(ben, 3)), ["MeasureLifted"]],
    ["cannot end it twice", lifted, restoreTarget(by(ben, 4)), ["CaseNotReady"]],
    ["cannot end what an appeal is about", appealed, restoreTarget(by(ben, 4)), ["CaseNotReady"]],
    ["about nothing is refused", [], dismissCase(by(ada, 0)), ["NoCase"]],
  ])("%s", (_, given, when, then) => {
    expect(namesOf(when(stateAfter(...given)))).toEqual(then)
  })

  it("about content without an owner here is final: nobody is notified, and nobody can appeal", () => {
    const found = { kind: "item", targetId: "item", placeId: "feed" } as const
    const unowned = { ...found, ownerId: caseIdOf(found) }
    const steps = [reportTarget({ ...report, target: unowned }), takeDown(by(ada, 1), reasons)]
    expect(namesOf(takeDown(by(ada, 1), reasons)(stateAfter(reportTarget({ ...report, target: unowned }))))).toEqual([
      "MeasureTaken",
      "CaseClosed",
    ])
    const state = stateAfter(...steps)
    expect(isAppealable(state, nowMs)).toBe(false)
    expect(namesOf(appealCase({ personId: ownerId, text: "Mine", nowMs })(state))).toEqual(["NoCase"])
    expect(namesOf(restoreTarget(by(ada, 3))(state))).toEqual(["MeasureLifted"])
  })

  it("tells everybody who reported in this round, and nobody of an earlier one", () => {
    const [closed] = Result.getOrThrow(
      dismissCase(by(ben, 3))(stateAfter(...open, dismissCase(by(ada, 1)), reportTarget(second))),
    )
    expect(closed).toMatchObject({ outcome: "dismissed", reporterIds: [otherId] })
  })
})

describe("an appeal", () => {
  const appeal = (personId: string, text = "A song", atMs = nowMs) => appealCase({ personId, text, nowMs: atMs })
  const endMs = nowMs + APPEAL_DAYS_MAX * DAY_MS
  const rejected = [...appealed, decideAppeal(by(ben, 4), { isGranted: false, note: "No." })]
  const decide = (operator: string, isGranted = true, note = "It is.") =>
    decideAppeal(by(operator, 4), { isGranted, note })
  it.each<[string, ReadonlyArray<Step>, Step, ReadonlyArray<string>]>([
    ["is made by the affected person", taken, appeal(ownerId), ["AppealMade"]],
    ["is made on the last day", taken, appeal(ownerId, "A song", endMs - 1), ["AppealMade"]],
    ["is refused afterwards", taken, appeal(ownerId, "A song", endMs), ["NotAppealable"]],
    ["of somebody else is refused", taken, appeal(reporterId), ["NoCase"]],
    ["without a measure is refused", open, appeal(ownerId), ["NoCase"]],
    ["without a text is refused", taken, appeal(ownerId, " \0 "), ["UnfitAppeal"]],
    ["that is too long is refused", taken, appeal(ownerId, "x".repeat(APPEAL_TEXT_LENGTH_MAX + 1)), ["UnfitAppeal"]],
    ["is made once", appealed, appeal(ownerId), ["NotAppealable"]],
    ["is not made again after a rejection", rejected, appeal(ownerId), ["NotAppealable"]],
    ["is not made against what ended", granted, appeal(ownerId), ["NotAppealable"]],
    ["is granted by another operator", appealed, decide(ben), ["AppealDecided", "MeasureLifted"]],
    ["is rejected by another operator", appealed, decide(ben, false), ["AppealDecided"]],
    ["is not decided by the operator of the measure", appealed, decide(ada), ["OwnDecision"]],
    ["is not decided without an answer", appealed, decide(ben, true, " "), ["UnfitStatement"]],
    ["is decided once", granted, decide(ben), ["CaseChanged"]],
  ])("%s", (_, given, when, then) => {
    expect(namesOf(when(stateAfter(...given)))).toEqual(then)
  })

  it("is possible again after a new measure", () => {
    const again = stateAfter(...granted, reportTarget({ ...second, reportedMs: nowMs }), takeDown(by(ada, 7), reasons))
    expect([again.appeal, isAppealable(again, nowMs)]).toEqual([null, true])
  })
})

it("an erasure forgets the texts once, and nothing can be decided afterwards", () => {
  const state = stateAfter(...appealed, forgetCase(nowMs))
  expect([state.text, state.measure?.facts, state.appeal]).toEqual(["", "", null])
  expect(namesOf(forgetCase(nowMs)(state))).toEqual([])
  expect(namesOf(dismissCase(by(ben, state.version))(state))).toEqual(["NoCase"])
})

it("of two decisions and two claims at the same moment one is accepted", async () => {
  const layer = Moderation.layer.pipe(Layer.provideMerge(Layer.merge(MemoryEventStore, Sealing.layerMemory)))
  const found = await Effect.runPromise(
    Effect.gen(function* () {
      const moderation = yield* Moderation
      yield* moderation.report(report)
      const caseId = caseIdOf(target)
      const claims = yield* Effect.all(
        [ada, ben].map((each) => Effect.result(moderation.claim(caseId, each))),
        {
          concurrency: 2,
        },
      )
      const claimedBy = (yield* moderation.find(caseId))?.claim?.by ?? ""
      const other = claimedBy === ada ? ben : ada
      yield* moderation.release(caseId, claimedBy)
      const decisions = yield* Effect.all(
        [
          Effect.result(moderation.takeDown(caseId, { by: claimedBy, seen: 1 }, reasons)),
          Effect.result(moderation.dismiss(caseId, { by: other, seen: 1 })),
        ],
        { concurrency: 2 },
      )
      const store = yield* EventStore
      const stored = yield* store.readStream(`case-${caseId}`, 0, 100)
      return {
        claims: claims.filter(Result.isSuccess).length,
        decisions: decisions.filter(Result.isSuccess).length,
        closings: stored.filter(({ type }) => type === "moderation.CaseClosed.v1").length,
      }
    }).pipe(Effect.provide(layer)),
  )
  expect(found).toEqual({ claims: 1, decisions: 1, closings: 1 })
})
