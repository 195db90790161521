import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** A person set or changed their withdrawal password. */
export const WithdrawalPasswordSet = Schema.TaggedStruct("wallet.WithdrawalPasswordSet.v1", {
  personId: Schema.String,
  /** PHC string of Argon2id; null after erasure. */
  passwordHash: Schema.NullOr(Schema.String),
  /** `first`: none before; `changed`: with the previous one; `reset`: with a mailed or TOTP code. */
  how: Schema.Literals(["first", "changed", "reset"]),
  /** End of the pause of withdrawals, ISO 8601 in UTC with milliseconds; null: no pause. */
  frozenUntil: Schema.NullOr(Schema.String),
  setAt: Schema.String,
})

const WithdrawalPasswordEvent = Schema.Union([WithdrawalPasswordSet]).pipe(Schema.toTaggedUnion("_tag"))
export type WithdrawalPasswordEvent = typeof WithdrawalPasswordEvent.Type

export const WithdrawalPasswordEvents = makeEventFamily(WithdrawalPasswordEvent, {
  sealed: { "wallet.WithdrawalPasswordSet.v1": { subject: "personId", fields: ["passwordHash"] } },
})
