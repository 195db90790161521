import { Result } from "effect"
import { type Decide, nameUuid } from "#core/kernel"
import type { NoticeType } from "../contract.ts"
import { type NoticeContent, NoticeGiven, type NoticesEvent } from "./events.ts"
import type { ActingPerson, NoticesState } from "./PersonNotices.ts"

/**
 * The id of a notice and of the command that gives it: derived from the source, so it is given once.
 *
 * @param source the id of an event or of an operator message
 */
export const noticeIdOf = (personId: string, source: string): string => nameUuid(`notice\n${personId}\n${source}`)

export type Notice = { readonly type: NoticeType; readonly content: NoticeContent; readonly givenAt: string }

/** Gives a notice, unless the account was deleted. */
export const giveNotice =
  ({ personId, noticeId, ...notice }: Notice & Pick<ActingPerson, "personId"> & { readonly noticeId: string }) =>
  ({ head, forgotten }: NoticesState): ReturnType<Decide<NoticesState, NoticesEvent, never>> =>
    Result.succeed(forgotten ? [] : [NoticeGiven.make({ personId, noticeId, seq: head + 1, ...notice })])
