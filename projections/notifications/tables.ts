import type { NoticeType } from "#contract/notifications"
import type { NoticeContent } from "#core/notifications"
import { is, orNull, table } from "#projections/runner"

/** The newest notices of each person, by their numbers. */
export const notice = table(
  "notice",
  {
    person_id: is.text,
    seq: is.bigint,
    notice_id: is.text,
    type: is.textOf<NoticeType>(),
    /** Null once the person was erased. */
    content: orNull(is.json<NoticeContent>()),
    given_at: is.at,
    /** Read by itself; what was read with others is known by the person's row. */
    is_read: is.bool,
  },
  { key: ["person_id", "seq"], indexes: ["(notice_id)"] },
)

/** Up to which number each person has read all, of each type. */
export const noticeReader = table(
  "notice_reader",
  { person_id: is.text, system_read: is.bigint, account_read: is.bigint },
  { key: ["person_id"] },
)
