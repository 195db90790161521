import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** A person chose the password that every withdrawal of theirs asks for. */
export const WithdrawalPasswordSet = Schema.TaggedStruct("wallet.WithdrawalPasswordSet.v1", {
  personId: Schema.String,
  /** PHC string of Argon2id; null once the person was erased. */
  passwordHash: Schema.NullOr(Schema.String),
  /** `first`: there was none; `changed`: with the one before; `reset`: by a mailed code or the second step. */
  how: Schema.Literals(["first", "changed", "reset"]),
  /** Until then nothing can be withdrawn; null: nothing is in the way. ISO 8601 in UTC with milliseconds. */
  frozenUntil: Schema.NullOr(Schema.String),
  setAt: Schema.String,
})

const WithdrawalPasswordEvent = Schema.Union([WithdrawalPasswordSet]).pipe(Schema.toTaggedUnion("_tag"))
export type WithdrawalPasswordEvent = typeof WithdrawalPasswordEvent.Type

export const WithdrawalPasswordEvents = makeEventFamily(WithdrawalPasswordEvent, {
  sealed: { "wallet.WithdrawalPasswordSet.v1": { subject: "personId", fields: ["passwordHash"] } },
})
