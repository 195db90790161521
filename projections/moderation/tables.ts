import type { CaseStatus, Ground, TargetKind } from "#contract/moderation"
import { is, orNull, type RowOf, table } from "#projections/runner"

/** Cases about reported content, for the queue of operators and for the affected people. */
export const moderationCase = table(
  "moderation_case",
  {
    case_id: is.text,
    kind: is.textOf<TargetKind>(),
    owner_id: is.text,
    /** Where it is: the post of a comment, the room of a message, the number of the channel of a post, the feed of an item. */
    place_id: is.text,
    status: is.textOf<CaseStatus>(),
    /** Reports of the current round. */
    reports: is.int,
    claimed_by: orNull(is.text),
    claimed_until: orNull(is.at),
    /** The newest measure; null if there was none. */
    ground: orNull(is.textOf<Ground>()),
    taken_at: orNull(is.at),
    review_at: orNull(is.at),
    /** When that measure ended. */
    lifted_at: orNull(is.at),
    opened_at: is.at,
    /** Since when it waits for a decision, or was decided. */
    changed_at: is.at,
  },
  {
    key: ["case_id"],
    indexes: [
      "(status, changed_at, case_id)",
      "(place_id) where status = 'open'",
      "(owner_id, taken_at desc) where taken_at is not null",
    ],
  },
)
export type CaseRow = RowOf<typeof moderationCase.columns>
