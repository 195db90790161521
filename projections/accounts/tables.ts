import { is, orNull, type RowOf, table } from "#projections/runner"

/** What a person did. Only what is public stands on their own page; a sign-in names the device. */
export type Activity = {
  readonly kind: "joined" | "named" | "userName" | "profile" | "password" | "signedIn"
  readonly atMs: number
  readonly device?: string
}

/** The newest of what each person did, newest first. One row each, so that it goes with them. */
export const activity = table(
  "activity",
  { person_id: is.text, entries: is.json<ReadonlyArray<Activity>>() },
  { key: ["person_id"] },
)

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
    /** Whether a balance was ever credited to them: then they need a user name. */
    credited: is.bool,
    /** Whether the address was proven. */
    activated: is.bool,
    opened_at: is.at,
  },
  { key: ["person_id"], indexes: ["(user_code)", "(lower(user_name))", "(lower(display_name) text_pattern_ops)"] },
)
export type AccountRow = RowOf<typeof account.columns>

/** Second steps that are to be removed, because their person asked for that by mail. */
export const stepRemoval = table(
  "step_removal",
  { person_id: is.text, due_at: is.at },
  { key: ["person_id"], indexes: ["(due_at)"] },
)
