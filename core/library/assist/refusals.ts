import { Schema } from "effect"

/** The installation has no engine for this. */
export class NotConfigured extends Schema.TaggedError<NotConfigured>()("NotConfigured", {
  task: Schema.Literals(["translate", "write"]),
}) {
  get messageKey(): `assist.notConfigured.${"translate" | "write"}` {
    return `assist.notConfigured.${this.task}`
  }
}

/** The engine does not translate into this language. */
export class LanguageNotOffered extends Schema.TaggedError<LanguageNotOffered>()("LanguageNotOffered", {
  language: Schema.String,
}) {
  get messageKey(): "assist.language" {
    return "assist.language"
  }
}

/** A person, or everybody together, has used up what a day allows. */
export class BudgetSpent extends Schema.TaggedError<BudgetSpent>()("BudgetSpent", {
  of: Schema.Literals(["person", "everybody"]),
  /** Until the next day (UTC) begins. */
  retryAfterSeconds: Schema.Int,
}) {
  get messageKey(): `assist.spent.${"person" | "everybody"}` {
    return `assist.spent.${this.of}`
  }
}

/** The engine did not do it. `detail` is for operators. */
export class AssistFailed extends Schema.TaggedError<AssistFailed>()("AssistFailed", { detail: Schema.String }) {
  get messageKey(): "assist.failed" {
    return "assist.failed"
  }
}
