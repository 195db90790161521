import { HashMap, Result } from "effect"
import type { Decide } from "#core/kernel"
import { NoticeRead, type NoticesEvent, NoticesRead } from "./events.ts"
import type { NoticeType } from "./Notice.ts"
import type { By, NoticesState } from "./PersonNotices.ts"

/** Which notices were read: one, or all that there are, of one type or (null) of both. */
export type WhichNotices = { readonly seq: number } | { readonly type: NoticeType | null }

/** Notes that a person has read notices. What was read already, or is not theirs to see, changes nothing. */
export const readNotices =
  (which: WhichNotices) =>
  ({ personId, nowIso }: By): Decide<NoticesState, NoticesEvent, never> =>
  ({ head, unread }) => {
    if ("seq" in which)
      return Result.succeed(
        HashMap.has(unread, which.seq) ? [NoticeRead.make({ personId, seq: which.seq, readAt: nowIso })] : [],
      )
    const { type } = which
    const some = HashMap.some(unread, (each) => type === null || each === type)
    return Result.succeed(some ? [NoticesRead.make({ personId, upTo: head, type, readAt: nowIso })] : [])
  }
