import type { NoticeType } from "#contract/notifications"
import type { NoticeContent } from "#core/notifications"
import { is, orNull, table } from "#projections/runner"

/** The newest notices of each person. */
export const notice = table(
  "notice",
  {
    person_id: is.text,
    seq: is.bigint,
    notice_id: is.text,
    type: is.textOf<NoticeType>(),
    /** Null after erasure. */
    content: orNull(is.json<NoticeContent>()),
    given_at: is.at,
    /** Read individually; `notice_reader` covers notices that were read together. */
    is_read: is.bool,
  },
  { key: ["person_id", "seq"], indexes: ["(notice_id)"] },
)

/** The number up to which each person has read everything, per type. */
export const noticeReader = table(
  "notice_reader",
  { person_id: is.text, system_read: is.bigint, account_read: is.bigint },
  { key: ["person_id"] },
)
