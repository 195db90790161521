import { is, orNull, type RowOf, table } from "#projections/runner"

/** An activity of a person. Others see only public kinds; a sign-in names the device. */
export type Activity = {
  readonly kind: "joined" | "named" | "userName" | "profile" | "password" | "email" | "signedIn"
  readonly atMs: number
  readonly device?: string
}

/** The latest activities of each person, newest first. One row per person, so that it is deleted with them. */
export const activity = table(
  "activity",
  { person_id: is.text, entries: is.json<ReadonlyArray<Activity>>() },
  { key: ["person_id"] },
)

/** All accounts as pages and calls see them. Personal fields are null after erasure. */
export const account = table(
  "account",
  {
    person_id: is.text,
    user_code: is.text,
    /** Number and code of the person's first channel; 0 and null if they are not a creator. */
    channel_id: is.int,
    channel_code: orNull(is.text),
    email: orNull(is.text),
    display_name: orNull(is.text),
    user_name: orNull(is.text),
    header_image: orNull(is.text),
    banner_image: orNull(is.text),
    bio: orNull(is.text),
    locale: is.text,
    role_id: is.int,
    /** Values by preference id, as text. */
    preferences: is.json<Readonly<Record<string, string>>>(),
    /** Whether their balance was ever credited: then they need a user name. */
    credited: is.bool,
    /** Whether the e-mail address is confirmed. */
    activated: is.bool,
    opened_at: is.at,
  },
  {
    key: ["person_id"],
    indexes: [
      "(user_code)",
      "(channel_code)",
      "(lower(email))",
      "(lower(user_name))",
      "(lower(display_name) text_pattern_ops)",
    ],
  },
)
export type AccountRow = RowOf<typeof account.columns>

/** Second steps with a removal that was requested by mail. */
export const stepRemoval = table(
  "step_removal",
  { person_id: is.text, due_at: is.at },
  { key: ["person_id"], indexes: ["(due_at)"] },
)
