import { Schema } from "effect"

/** There is no such operation or run. */
export class NoOperation extends Schema.TaggedError<NoOperation>()("NoOperation", {}) {
  get messageKey(): "operations.none" {
    return "operations.none"
  }
}

/** The parameters are invalid, or what they name does not allow the operation now. `key` is a text for the operator. */
export class CannotPlan extends Schema.TaggedError<CannotPlan>()("CannotPlan", {
  key: Schema.String,
  values: Schema.Record(Schema.String, Schema.String),
}) {}

const PROBLEMS = ["ended", "expired", "alreadyApproved", "needsApprovals", "planChanged"] as const

/** The run is not in a state for this. */
export class WrongRunState extends Schema.TaggedError<WrongRunState>()("WrongRunState", {
  problem: Schema.Literals(PROBLEMS),
}) {
  get messageKey(): `operations.${(typeof PROBLEMS)[number]}` {
    return `operations.${this.problem}`
  }
}
