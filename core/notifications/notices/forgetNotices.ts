import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { type NoticesEvent, NoticesForgotten } from "./events.ts"
import type { ActingPerson, NoticesState } from "./PersonNotices.ts"

export const forgetNotices =
  ({ personId, nowIso }: ActingPerson): Decide<NoticesState, NoticesEvent, never> =>
  ({ head, forgotten }) =>
    Result.succeed(
      head === 0 || forgotten ? [] : [NoticesForgotten.make({ personId, upTo: head, forgottenAt: nowIso })],
    )
