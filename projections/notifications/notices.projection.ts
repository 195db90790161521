import { NOTICES_KEPT_MAX } from "#contract/notifications"
import { NoticesEvents } from "#core/notifications"
import { change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { notice, noticeReader } from "./tables.ts"

/** The notices of each person, up to the limit, and what they have read. */
export const notices = makeProjection({
  name: "notices",
  version: 1,
  byStream: true,
  tables: [notice, noticeReader],
  handlers: [
    on(NoticesEvents, {
      "notifications.NoticeGiven.v1": ({ personId, noticeId, seq, type, content, givenAt }) => [
        put(notice, {
          person_id: personId,
          seq,
          notice_id: noticeId,
          type,
          content,
          given_at: givenAt,
          is_read: false,
        }),
        remove(notice, [personId, seq - NOTICES_KEPT_MAX]),
      ],
      "notifications.NoticeRead.v1": ({ personId, seq }) => [
        patch(notice, [personId, seq], (row) => ({ ...row, is_read: true })),
      ],
      "notifications.NoticesRead.v1": ({ personId, upTo, type }) => [
        change(noticeReader, [personId], (row) => ({
          person_id: personId,
          system_read: type === "Account" ? (row?.system_read ?? 0) : upTo,
          account_read: type === "System" ? (row?.account_read ?? 0) : upTo,
        })),
      ],
      "notifications.NoticesForgotten.v1": ({ personId, upTo }) => [
        ...Array.from({ length: Math.min(upTo, NOTICES_KEPT_MAX) }, (_, back) =>
          remove(notice, [personId, upTo - back]),
        ),
        remove(noticeReader, [personId]),
      ],
    }),
  ],
})
