import { is, orNull, type RowOf, table } from "#projections/runner"

/** Every account as pages and calls see it. What is personal is null once the person was erased. */
export const account = table(
  "account",
  {
    person_id: is.text,
    user_code: is.text,
    /** The code of the channel that the person creates for, once they are a creator. */
    channel_code: orNull(is.text),
    email: orNull(is.text),
    display_name: orNull(is.text),
    user_name: orNull(is.text),
    header_image: orNull(is.text),
    bio: orNull(is.text),
    locale: is.text,
    role_id: is.int,
    /** By the preference's id: a text. */
    preferences: is.json<Readonly<Record<string, string>>>(),
    /** Whether the address was proven. */
    activated: is.bool,
    opened_at: is.at,
  },
  { key: ["person_id"], indexes: ["(user_code)", "(lower(user_name))", "(lower(display_name) text_pattern_ops)"] },
)
export type AccountRow = RowOf<typeof account.columns>
