import { Schema } from "effect"

/** App passwords that a person may have. */
export const APP_PASSWORDS_MAX = 50

/** The person has reached the maximum number of app passwords. */
export class TooManyAppPasswords extends Schema.TaggedError<TooManyAppPasswords>()("TooManyAppPasswords", {}) {
  get messageKey(): "appPasswords.tooMany" {
    return "appPasswords.tooMany"
  }
  get count(): number {
    return APP_PASSWORDS_MAX
  }
}

/** The person has no app password with this id. */
export class NoAppPassword extends Schema.TaggedError<NoAppPassword>()("NoAppPassword", {}) {
  get messageKey(): "appPasswords.none" {
    return "appPasswords.none"
  }
}
