import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { type NoticesEvent, NoticesForgotten } from "./events.ts"
import type { By, NoticesState } from "./PersonNotices.ts"

/** Drops what a person was told, because the person left. */
export const forgetNotices =
  ({ personId, nowIso }: By): Decide<NoticesState, NoticesEvent, never> =>
  ({ head, forgotten }) =>
    Result.succeed(
      head === 0 || forgotten ? [] : [NoticesForgotten.make({ personId, upTo: head, forgottenAt: nowIso })],
    )
