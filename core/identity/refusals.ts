import { Data, Schema } from "effect"

/** Problems of form fields; each is the key of a message. */
const STATEMENT_PROBLEMS = ["fullName", "birthDate", "age", "country", "consent", "level"] as const
export type StatementProblem = (typeof STATEMENT_PROBLEMS)[number]

/** Fields of the statement have invalid values; all of them are named. */
export class UnfitStatement extends Schema.TaggedError<UnfitStatement>()("UnfitStatement", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, problem: Schema.Literals(STATEMENT_PROBLEMS) })),
}) {
  readonly messageKey = "identity.unfit"
}

/** There is no check that this could change, or not in its present state. */
export class NoCheck extends Data.TaggedError("NoCheck") {
  readonly messageKey = "identity.noCheck"
}

/** A check is open already, or the person has the level. */
export class CheckExists extends Data.TaggedError("CheckExists") {
  readonly messageKey = "identity.exists"
}

/** After a rejection a new check has to wait. */
export class TooEarly extends Data.TaggedError("TooEarly")<{ readonly againMs: number }> {
  readonly messageKey = "identity.tooEarly"
}

/** The person reached the number of checks, or the check the number of submissions. */
export class TooManyAttempts extends Data.TaggedError("TooManyAttempts") {
  readonly messageKey = "identity.tooMany"
}

/** The check holds as many documents as it may. */
export class TooManyDocuments extends Data.TaggedError("TooManyDocuments") {
  readonly messageKey = "identity.tooManyDocuments"
}

/** The same bytes were uploaded as another side or document. */
export class SameImage extends Data.TaggedError("SameImage") {
  readonly messageKey = "identity.sameImage"
}

/** Documents or sides that the level needs are missing. */
export class IncompleteDocuments extends Data.TaggedError("IncompleteDocuments") {
  readonly messageKey = "identity.incomplete"
}

/** The file is no picture in an accepted format. */
export class NotADocument extends Data.TaggedError("NotADocument")<{
  readonly cause: "format" | "heic" | "pdf" | "damaged" | "frames"
}> {
  get messageKey() {
    return `identity.image.${this.cause}` as const
  }
}

/** The image has too many bytes or pixels. */
export class DocumentTooLarge extends Data.TaggedError("DocumentTooLarge") {
  readonly messageKey = "identity.image.large"
}

/** The keeper does not answer, so nothing can be sealed or opened. */
export class KeeperUnavailable extends Data.TaggedError("KeeperUnavailable")<{ readonly detail: string }> {
  readonly messageKey = "identity.unavailable"
}

export const OPENING_REFUSALS = [
  "unknown",
  "session",
  "owner",
  "decided",
  "credential",
  "own",
  "reason",
  "often",
  "unrecorded",
  "damaged",
] as const
export type OpeningRefusal = (typeof OPENING_REFUSALS)[number]

/** The keeper does not open this document for this caller. */
export class NotOpened extends Data.TaggedError("NotOpened")<{ readonly cause: OpeningRefusal }> {
  get messageKey() {
    return this.cause === "session" ? ("identity.signInAgain" as const) : ("identity.noImage" as const)
  }
}

/** Another reviewer has claimed the check, or nobody has. */
export class NotClaimed extends Data.TaggedError("NotClaimed")<{ readonly claimedBy: string | null }> {
  readonly messageKey = "identity.noCheck"
}

export const REVIEW_PROBLEMS = ["self", "same", "unread", "digits", "expired", "proof", "reasons", "note"] as const

/** What a reviewer must do or not do before this decision. */
export class ReviewRefused extends Data.TaggedError("ReviewRefused")<{
  readonly problem: (typeof REVIEW_PROBLEMS)[number]
}> {
  readonly messageKey = "identity.noCheck"
}

/** The check is preserved, so that nothing of it may be shredded. */
export class Preserved extends Data.TaggedError("Preserved") {
  readonly messageKey = "identity.noCheck"
}
