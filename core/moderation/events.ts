import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { GROUNDS, LAPSE_CAUSES, TARGET_KINDS } from "./caseRules.ts"

/**
 * Events of the moderation case of one reported thing. `ownerId` wrote what was reported, or is the
 * id of the case if no member did. Texts are sealed for their author or for the person they are about. `by` is the actor who
 * decided. Times are ISO 8601 in UTC.
 */
const Time = Schema.String
const Sealed = Schema.NullOr(Schema.String)
const which = { caseId: Schema.String, ownerId: Schema.String }
const by = { by: Schema.String }

/** A report opened the case, for the first time or again. */
export const CaseOpened = Schema.TaggedStruct("moderation.CaseOpened.v1", {
  ...which,
  kind: Schema.Literals(TARGET_KINDS),
  targetId: Schema.String,
  /** Where it is: the post of a comment, the room of a message, the number of the channel of a post, the feed of an item. */
  placeId: Schema.String,
  /** Counts the openings from 1. */
  round: Schema.Int,
  /** What it said then: later changes do not change what was reported. */
  text: Sealed,
  openedAt: Time,
})
/** Somebody reported it. The reason is sealed for that person. */
export const ReportAdded = Schema.TaggedStruct("moderation.ReportAdded.v1", {
  ...which,
  reporterId: Schema.String,
  reason: Sealed,
  reportedAt: Time,
})
/** A guest reported it, who cannot be notified of the outcome. The reason is sealed for the mark of that guest. */
export const GuestReportAdded = Schema.TaggedStruct("moderation.GuestReportAdded.v1", {
  ...which,
  /** The same for each report from one network about this case (`ReporterMarks`). */
  guestMark: Schema.String,
  reason: Sealed,
  reportedAt: Time,
})
export const CaseClaimed = Schema.TaggedStruct("moderation.CaseClaimed.v1", {
  ...which,
  ...by,
  claimedAt: Time,
  until: Time,
})
export const CaseReleased = Schema.TaggedStruct("moderation.CaseReleased.v1", { ...which, ...by, releasedAt: Time })
/** It was taken from its readers. */
export const MeasureTaken = Schema.TaggedStruct("moderation.MeasureTaken.v1", {
  ...which,
  ...by,
  kind: Schema.Literals(TARGET_KINDS),
  targetId: Schema.String,
  ground: Schema.Literals(GROUNDS),
  /** The law, or the clause of the terms. */
  reference: Schema.String,
  facts: Sealed,
  /** When somebody has to look at the measure again. */
  reviewAt: Time,
  takenAt: Time,
})
/** With the removal of a chat message: its author can no longer write in that room, until the measure ends. */
export const AuthorBanned = Schema.TaggedStruct("moderation.AuthorBanned.v1", {
  ...which,
  ...by,
  roomId: Schema.String,
  bannedAt: Time,
})
/** The affected person got the reasons and the deadline for an appeal. */
export const StatementSent = Schema.TaggedStruct("moderation.StatementSent.v1", {
  ...which,
  appealUntil: Time,
  sentAt: Time,
})
export const AppealMade = Schema.TaggedStruct("moderation.AppealMade.v1", { ...which, text: Sealed, madeAt: Time })
export const AppealDecided = Schema.TaggedStruct("moderation.AppealDecided.v1", {
  ...which,
  ...by,
  outcome: Schema.Literals(["granted", "rejected"]),
  note: Sealed,
  decidedAt: Time,
})
export const MeasureLifted = Schema.TaggedStruct("moderation.MeasureLifted.v1", {
  ...which,
  ...by,
  kind: Schema.Literals(TARGET_KINDS),
  targetId: Schema.String,
  cause: Schema.Literals(["appeal", "operator"]),
  liftedAt: Time,
})
/** The reports of this round were decided. */
export const CaseClosed = Schema.TaggedStruct("moderation.CaseClosed.v1", {
  ...which,
  ...by,
  outcome: Schema.Literals(["measure", "dismissed"]),
  /** Who learns of it. */
  reporterIds: Schema.Array(Schema.String),
  closedAt: Time,
})
/** Somebody reported what is taken down already, and learns that. */
export const ReportAnswered = Schema.TaggedStruct("moderation.ReportAnswered.v1", {
  ...which,
  reporterId: Schema.String,
  answeredAt: Time,
})
/** The case closed without a decision, because what was reported is gone. */
export const CaseLapsed = Schema.TaggedStruct("moderation.CaseLapsed.v1", {
  ...which,
  cause: Schema.Literals(LAPSE_CAUSES),
  /** Who learns of it. */
  reporterIds: Schema.Array(Schema.String),
  lapsedAt: Time,
})
/** The person whose content it is was erased. */
export const CaseForgotten = Schema.TaggedStruct("moderation.CaseForgotten.v1", { ...which, forgottenAt: Time })

export const CaseEvent = Schema.Union([
  CaseOpened,
  ReportAdded,
  GuestReportAdded,
  CaseClaimed,
  CaseReleased,
  MeasureTaken,
  AuthorBanned,
  StatementSent,
  AppealMade,
  AppealDecided,
  MeasureLifted,
  CaseClosed,
  ReportAnswered,
  CaseLapsed,
  CaseForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type CaseEvent = typeof CaseEvent.Type

const sealedForOwner = (...fields: ReadonlyArray<string>) => ({ subject: "ownerId", fields })
export const CaseEvents = makeEventFamily(CaseEvent, {
  sealed: {
    "moderation.CaseOpened.v1": sealedForOwner("text"),
    "moderation.ReportAdded.v1": { subject: "reporterId", fields: ["reason"] },
    "moderation.GuestReportAdded.v1": { subject: "guestMark", fields: ["reason"] },
    "moderation.MeasureTaken.v1": sealedForOwner("facts"),
    "moderation.AppealMade.v1": sealedForOwner("text"),
    "moderation.AppealDecided.v1": sealedForOwner("note"),
  },
})
