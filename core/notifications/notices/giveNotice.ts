import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { type NoticeContent, NoticeGiven, type NoticesEvent } from "./events.ts"
import type { NoticeType } from "./Notice.ts"
import type { By, NoticesState } from "./PersonNotices.ts"

/** What somebody is to be told, and when it happened. */
export type Notice = { readonly type: NoticeType; readonly content: NoticeContent; readonly givenAt: string }

/** Tells a person something. Who left is told nothing. */
export const giveNotice =
  ({ personId, noticeId, ...notice }: Notice & Pick<By, "personId"> & { readonly noticeId: string }) =>
  ({ head, forgotten }: NoticesState): ReturnType<Decide<NoticesState, NoticesEvent, never>> =>
    Result.succeed(forgotten ? [] : [NoticeGiven.make({ personId, noticeId, seq: head + 1, ...notice })])
