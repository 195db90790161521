import { Schema } from "effect"

/** The address or the password is wrong, or the account is not active: which of them is not said. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {
  get messageKey(): "accountCall.wrong" {
    return "accountCall.wrong"
  }
}

/** The code is wrong, was used or has ended, or there never was one. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", {}) {
  get messageKey(): "accountCall.wrongCode" {
    return "accountCall.wrongCode"
  }
}

/** Somebody tried too often. */
export class TooOften extends Schema.TaggedError<TooOften>()("TooOften", { seconds: Schema.Int }) {}

/** Too many passwords wait to be looked at in this process. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {}) {
  get messageKey(): "accountCall.overloaded" {
    return "accountCall.overloaded"
  }
}

/** Fields of a form that cannot be accepted, each with the key of what is wrong with it. */
export const FIELD_PROBLEMS = [
  "email",
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

/** A value is not as it should be. */
export class UnfitField extends Schema.TaggedError<UnfitField>()("UnfitField", {
  field: Schema.String,
  problem: Schema.Literals(FIELD_PROBLEMS),
}) {
  get messageKey(): `accountCall.${FieldProblem}` {
    return `accountCall.${this.problem}`
  }
}

/** Somebody else has it, or had it: names and codes belong to one person. */
export class AlreadyUsed extends Schema.TaggedError<AlreadyUsed>()("AlreadyUsed", {
  what: Schema.Literals(["userName", "userCode"]),
}) {
  get messageKey(): `accountCall.taken.${"userName" | "userCode"}` {
    return `accountCall.taken.${this.what}`
  }
}

/** A user code is chosen once: links to a person must go on leading there. */
export class CodeChosen extends Schema.TaggedError<CodeChosen>()("CodeChosen", {}) {
  get messageKey(): "accountCall.codeChosen" {
    return "accountCall.codeChosen"
  }
}

/** The account is gone, or was never opened. */
export class NoAccount extends Schema.TaggedError<NoAccount>()("NoAccount", {}) {
  get messageKey(): "notice.pleaseSignIn" {
    return "notice.pleaseSignIn"
  }
}

/** A member has made as many invitations as one may. */
export class NoInvitesLeft extends Schema.TaggedError<NoInvitesLeft>()("NoInvitesLeft", {}) {
  get messageKey(): "accountCall.invite.none" {
    return "accountCall.invite.none"
  }
}

/** The person changed a name while it was being changed elsewhere; only our own code sees this, and decides again. */
export class NameChangedConcurrently extends Schema.TaggedError<NameChangedConcurrently>()(
  "NameChangedConcurrently",
  {},
) {}
