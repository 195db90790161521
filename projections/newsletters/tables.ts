import { is, orNull, type RowOf, table } from "#projections/runner"

/** Everyone who gets, or got, new posts of a channel by mail. */
export const mailList = table(
  "mail_list",
  {
    channel_id: is.int,
    person_id: is.text,
    /** Id of Home/LoadSendListStatus. */
    status_id: is.int,
    /** Id of an email setting: 2 immediate, 3 daily, 4 weekly. */
    setting_id: is.int,
    /** Whether the creator of the channel may have the address. */
    shares_address: is.bool,
    joined_at: is.at,
    left_at: orNull(is.at),
  },
  { key: ["channel_id", "person_id"], indexes: ["(person_id)"] },
)
export type MailListRow = RowOf<typeof mailList.columns>
