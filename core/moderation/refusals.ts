import { Schema } from "effect"

/** There is no such case, or its decision concerns somebody else. */
export class NoCase extends Schema.TaggedError<NoCase>()("NoCase", {}) {
  get messageKey(): "moderation.none" {
    return "moderation.none"
  }
}

/** The person cannot appeal: too late, for the second time, or nothing is withheld. */
export class NotAppealable extends Schema.TaggedError<NotAppealable>()("NotAppealable", {}) {
  get messageKey(): "moderation.notAppealable" {
    return "moderation.notAppealable"
  }
}

/** The text of an appeal is empty or too long. */
export class UnfitAppeal extends Schema.TaggedError<UnfitAppeal>()("UnfitAppeal", {
  problem: Schema.Literals(["empty", "long"]),
}) {
  get messageKey(): "moderation.appeal.empty" | "moderation.appeal.long" {
    return `moderation.appeal.${this.problem}`
  }
}

/** Somebody decided, reported or appealed since the operator looked at the case. */
export class CaseChanged extends Schema.TaggedError<CaseChanged>()("CaseChanged", {}) {}

/** Another operator claimed the case, and has not released it. */
export class CaseClaimedByOther extends Schema.TaggedError<CaseClaimedByOther>()("CaseClaimedByOther", {}) {}

/** The state of the case does not allow it, such as restoring what is not withheld. */
export class CaseNotReady extends Schema.TaggedError<CaseNotReady>()("CaseNotReady", {}) {}

/** The operator who decided a case does not decide the appeal. */
export class OwnDecision extends Schema.TaggedError<OwnDecision>()("OwnDecision", {}) {}

/** The statement of reasons lacks facts or a reference, or is too long. */
export class UnfitStatement extends Schema.TaggedError<UnfitStatement>()("UnfitStatement", {}) {}
