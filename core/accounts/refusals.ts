import { Schema } from "effect"

/** Wrong address or password, or an inactive account. The response does not say which. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {
  get messageKey(): "accountCall.wrong" {
    return "accountCall.wrong"
  }
}

/** The code is wrong, used, expired or was never issued. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", {}) {
  get messageKey(): "accountCall.wrongCode" {
    return "accountCall.wrongCode"
  }
}

/** The rate limit is exceeded; `seconds` until the next attempt. */
export class TooOften extends Schema.TaggedError<TooOften>()("TooOften", { seconds: Schema.Int }) {}

/** Too many password hashes are queued in this process. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {}) {
  get messageKey(): "accountCall.overloaded" {
    return "accountCall.overloaded"
  }
}

/** Problems of form fields; each is the key of a message. */
export const FIELD_PROBLEMS = [
  "email",
  "email.same",
  "password.short",
  "password.long",
  "password.common",
  "password.own",
  "displayName.short",
  "displayName.long",
  "userName.short",
  "userName.long",
  "format",
  "userName.reserved",
  "userCode",
  "invite",
  "invite.needed",
  "preference",
  "confirm",
] as const
export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

/** A field has an invalid value. */
export class UnfitField extends Schema.TaggedError<UnfitField>()("UnfitField", {
  field: Schema.String,
  problem: Schema.Literals(FIELD_PROBLEMS),
}) {
  get messageKey(): `accountCall.${FieldProblem}` {
    return `accountCall.${this.problem}`
  }
}

/** Another person uses the name, code or address, or has used the code. */
export class AlreadyUsed extends Schema.TaggedError<AlreadyUsed>()("AlreadyUsed", {
  what: Schema.Literals(["userName", "userCode", "email"]),
}) {
  get messageKey(): `accountCall.alreadyUsed.${"userName" | "userCode" | "email"}` {
    return `accountCall.alreadyUsed.${this.what}`
  }
}

/** A user code can be chosen only once, so that links to a person stay valid. */
export class CodeChosen extends Schema.TaggedError<CodeChosen>()("CodeChosen", {}) {
  get messageKey(): "accountCall.codeChosen" {
    return "accountCall.codeChosen"
  }
}

/** The account is deleted or was never opened. */
export class NoAccount extends Schema.TaggedError<NoAccount>()("NoAccount", {}) {
  get messageKey(): "notice.pleaseSignIn" {
    return "notice.pleaseSignIn"
  }
}

/** The member has used up their invitations. */
export class NoInvitesLeft extends Schema.TaggedError<NoInvitesLeft>()("NoInvitesLeft", {}) {
  get messageKey(): "accountCall.invite.none" {
    return "accountCall.invite.none"
  }
}

/** A name changed concurrently. Internal: the command is retried. */
export class NameChangedConcurrently extends Schema.TaggedError<NameChangedConcurrently>()(
  "NameChangedConcurrently",
  {},
) {}
