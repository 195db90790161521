import { Effect } from "effect"
import {
  APPEAL_DAYS_MAX,
  DECISION_NOTE_LENGTH_MAX,
  FACTS_LENGTH_MAX,
  GROUNDS,
  type Ground,
  REFERENCE_LENGTH_MAX,
  REVIEW_DAYS,
} from "#contract/moderation"
import { Chats } from "#core/chat"
import { type CaseState, hasOwner, isWithheld, Moderation, reportersToNotify } from "#core/moderation"
import { makeOperation, type Parameter } from "#core/operations"
import { findProfile } from "#projections/accounts"
import { waitFor } from "#projections/runner"
import { cannotPlan, step } from "./parts.ts"

const which = { kind: "text", lengthMax: 36 } as const satisfies Parameter
/** The version of the case that the operator saw: a decision on another one is refused. */
const seen = { kind: "text", lengthMax: 10 } as const satisfies Parameter

/** The case, its affected person for plans, and the people who may not decide: that one, and all who reported. */
const planCase = Effect.fn("planCase")(function* (caseId: string) {
  const found = yield* Moderation.use((moderation) => moderation.find(caseId))
  if (found === null || found.target === null) return yield* Effect.fail(cannotPlan("noCase"))
  const { ownerId, kind } = found.target
  const isOwned = hasOwner(found.target)
  const profile = isOwned ? yield* findProfile(ownerId) : null
  const name = isOwned ? (profile?.userCode ?? "–") : siteOf(found.text)
  const owner = isOwned ? [ownerId] : []
  const personIds = [
    ...new Set([...owner, ...found.reports.flatMap((report) => (report.isGuest ? [] : [report.reporterId]))]),
  ]
  return { found, personIds, values: { name, kind }, reports: reportersToNotify(found).length }
})

/** Where something of the library comes from: the text of its case is the title, the address and a summary. */
const siteOf = (text: string): string => {
  const [title = "", address = ""] = text.split("\n")
  return URL.canParse(address) ? new URL(address).hostname : title
}

/** The same for a decision on what the operator saw. */
const planDecision = Effect.fn("planDecision")(function* (
  caseId: string,
  version: string,
  isReady: (state: CaseState) => boolean,
) {
  const planned = yield* planCase(caseId)
  if (String(planned.found.version) !== version) return yield* Effect.fail(cannotPlan("caseChanged"))
  if (!isReady(planned.found)) return yield* Effect.fail(cannotPlan("caseNotReady"))
  return planned
})
/** What else ends with a measure. */
const unban = ({ measure }: CaseState, values: { readonly name: string }) =>
  measure === null || measure.bannedFrom === null ? [] : [step("unbanFromRoom", values)]
const isOpen = ({ status }: CaseState) => status === "open"
const isAppealed = ({ status }: CaseState) => status === "appealed"

/** The pages that follow show the change. */
const shown = <E, R>(change: Effect.Effect<number, E, R>) =>
  Effect.flatMap(change, (position) => waitFor("moderation", position))

const claim = makeOperation({
  name: "moderation.claim",
  permission: "reports.decide",
  approvals: 1,
  parameters: { case: which },
  plan: ({ case: id }) =>
    Effect.map(planCase(id), ({ personIds, values }) => ({ personIds, steps: [step("claimCase", values)] })),
  execute: ({ case: id }, by) => shown(Moderation.use((moderation) => moderation.claim(id, by))),
  undo: (parameters) => ({ name: "moderation.release", parameters }),
})

const release = makeOperation({
  name: "moderation.release",
  permission: "reports.decide",
  approvals: 1,
  parameters: { case: which },
  plan: ({ case: id }) =>
    Effect.map(planCase(id), ({ personIds, values }) => ({ personIds, steps: [step("releaseCase", values)] })),
  execute: ({ case: id }, by) => shown(Moderation.use((moderation) => moderation.release(id, by))),
  undo: (parameters) => ({ name: "moderation.claim", parameters }),
})

const takeDown = makeOperation({
  name: "moderation.takeDown",
  permission: "reports.decide",
  approvals: 1,
  parameters: {
    case: which,
    seen,
    ground: { kind: "choice", options: GROUNDS },
    reference: { kind: "text", lengthMax: REFERENCE_LENGTH_MAX },
    facts: { kind: "text", lengthMax: FACTS_LENGTH_MAX },
    review: { kind: "choice", options: REVIEW_DAYS },
  },
  plan: ({ case: id, seen: version, ground, reference, facts, review }) =>
    Effect.map(planDecision(id, version, isOpen), ({ found, personIds, values, reports }) => ({
      personIds,
      steps: [
        found.target?.kind === "message" ? step("removeForGood", values) : step("takeDown", values),
        ...(found.target?.kind === "channel" ? [step("channelGoesOn")] : []),
        found.target !== null && hasOwner(found.target)
          ? step("stateReasons", { name: values.name, ground, reference, facts, days: String(APPEAL_DAYS_MAX) })
          : step("nobodyToTell"),
        step("reviewLater", { days: review }),
        step("notifyReporters", { count: String(reports) }),
      ],
    })),
  execute: ({ case: id, seen: version, ground, reference, facts, review }, by) => {
    const reasons = { ground: ground as Ground, reference, facts, reviewDays: Number(review) }
    return shown(Moderation.use((moderation) => moderation.takeDown(id, { by, seen: Number(version) }, reasons)))
  },
})

const takeDownAndBan = makeOperation({
  name: "moderation.takeDownAndBan",
  permission: "reports.decide",
  approvals: 1,
  parameters: takeDown.parameters,
  plan: Effect.fn("takeDownAndBan.plan")(function* (given) {
    const planned = yield* takeDown.plan(given)
    const { found, values } = yield* planCase(given.case)
    const room = found.target?.kind === "message" ? found.target.placeId : null
    const creatorId = room === null ? null : yield* Chats.use((chats) => chats.ownerOf(room))
    // A conversation of two has no bans, and nobody is banned from their own room.
    if (creatorId === null || creatorId === found.target?.ownerId) return yield* Effect.fail(cannotPlan("noRoom"))
    const creator = yield* findProfile(creatorId)
    const names = { name: values.name, creator: creator?.userCode ?? "–" }
    return { ...planned, steps: [...planned.steps, step("banFromRoom", names)] }
  }),
  execute: ({ case: id, seen: version, ground, reference, facts, review }, by) => {
    const reasons = { ground: ground as Ground, reference, facts, reviewDays: Number(review), isBan: true }
    return shown(Moderation.use((moderation) => moderation.takeDown(id, { by, seen: Number(version) }, reasons)))
  },
})

const dismiss = makeOperation({
  name: "moderation.dismiss",
  permission: "reports.decide",
  approvals: 1,
  parameters: { case: which, seen },
  plan: ({ case: id, seen: version }) =>
    Effect.map(planDecision(id, version, isOpen), ({ personIds, values, reports }) => ({
      personIds,
      steps: [step("dismissCase", values), step("notifyReporters", { count: String(reports) })],
    })),
  execute: ({ case: id, seen: version }, by) =>
    shown(Moderation.use((moderation) => moderation.dismiss(id, { by, seen: Number(version) }))),
})

const restore = makeOperation({
  name: "moderation.restore",
  permission: "reports.decide",
  approvals: 1,
  parameters: { case: which, seen },
  plan: ({ case: id, seen: version }) =>
    Effect.map(
      planDecision(id, version, (state) => isWithheld(state) && !isAppealed(state)),
      ({ found, personIds, values }) => ({
        personIds,
        steps: [
          step(found.target?.kind === "message" ? "endMeasure" : "restoreContent", values),
          ...unban(found, values),
        ],
      }),
    ),
  execute: ({ case: id, seen: version }, by) =>
    shown(Moderation.use((moderation) => moderation.restore(id, { by, seen: Number(version) }))),
})

const OUTCOMES = ["granted", "rejected"] as const

const decideAppeal = makeOperation({
  name: "moderation.decideAppeal",
  permission: "reports.decide",
  approvals: 1,
  parameters: {
    case: which,
    seen,
    outcome: { kind: "choice", options: OUTCOMES },
    answer: { kind: "text", lengthMax: DECISION_NOTE_LENGTH_MAX },
  },
  plan: ({ case: id, seen: version, outcome, answer }) =>
    Effect.map(planDecision(id, version, isAppealed), ({ found, personIds, values }) => ({
      personIds,
      steps: [
        outcome === "granted" ? step("grantAppeal", values) : step("rejectAppeal", values),
        ...(outcome === "granted" ? unban(found, values) : []),
        step("answerAppeal", { name: values.name, answer }),
      ],
    })),
  execute: ({ case: id, seen: version, outcome, answer }, by) => {
    const decided = { isGranted: outcome === "granted", note: answer }
    return shown(Moderation.use((moderation) => moderation.decideAppeal(id, { by, seen: Number(version) }, decided)))
  },
})

export const moderationOperations = [claim, release, takeDown, takeDownAndBan, dismiss, restore, decideAppeal] as const
