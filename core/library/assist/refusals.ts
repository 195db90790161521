import { Schema } from "effect"

/** The installation has no engine for this task. */
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

/** The daily budget of the person, or of all people, is used up. */
export class BudgetSpent extends Schema.TaggedError<BudgetSpent>()("BudgetSpent", {
  of: Schema.Literals(["person", "everybody"]),
  /** Until the start of the next day (UTC). */
  retryAfterSeconds: Schema.Int,
}) {
  get messageKey(): `assist.spent.${"person" | "everybody"}` {
    return `assist.spent.${this.of}`
  }
}

/** The engine failed. `detail` is for operators. */
export class AssistFailed extends Schema.TaggedError<AssistFailed>()("AssistFailed", { detail: Schema.String }) {
  get messageKey(): "assist.failed" {
    return "assist.failed"
  }
}
