import { HashMap, Result } from "effect"
import type { Decide } from "#core/kernel"
import type { NoticeType } from "../contract.ts"
import { NoticeRead, type NoticesEvent, NoticesRead } from "./events.ts"
import type { ActingPerson, NoticesState } from "./PersonNotices.ts"

/** One notice, or all of one type or (null) of both. */
export type NoticeFilter = { readonly seq: number } | { readonly type: NoticeType | null }

/** Marks notices as read. Unknown or already read notices change nothing. */
export const readNotices =
  (which: NoticeFilter) =>
  ({ personId, nowIso }: ActingPerson): Decide<NoticesState, NoticesEvent, never> =>
  ({ head, unread }) => {
    if ("seq" in which)
      return Result.succeed(
        HashMap.has(unread, which.seq) ? [NoticeRead.make({ personId, seq: which.seq, readAt: nowIso })] : [],
      )
    const { type } = which
    const some = HashMap.some(unread, (each) => type === null || each === type)
    return Result.succeed(some ? [NoticesRead.make({ personId, upTo: head, type, readAt: nowIso })] : [])
  }
