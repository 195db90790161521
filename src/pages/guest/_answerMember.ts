import { ownCall } from "#src/web/ownCall.ts"
import { ACCOUNT_LIMITS } from "../../features/follow/account.ts"
import type { FollowRefusal } from "../../features/follow/GuestFollows.ts"
import { followsOf } from "../../features/follow/mirror.ts"
import type { Command } from "../../features/follow/verbs.ts"
import type { Notice } from "../../lib/notices.ts"
import { answerGuest } from "./_answer.ts"

interface Posted {
  readonly command: Command
  readonly location: string
  readonly locals: App.Locals
  readonly clientAddress: string
}

/** Has a member's account do what a form asked for, and leads back with what came of it. */
export const answerMember = async ({ command, location, locals, clientAddress }: Posted): Promise<Response> => {
  const back = (notice: Notice) => answerGuest({ locals, location, notice })
  const decision = command.decide(followsOf(locals.follows), ACCOUNT_LIMITS)
  if ("refusal" in decision) return back(NOTICE_OF[decision.refusal])
  if (command.call === undefined) return back("not-now")
  const { path, payload } = command.call
  const answer = await ownCall(path, payload, { locals, clientAddress: locals.clientAddress ?? clientAddress })
  return back(answer.ok ? "success" : answer.status === 404 ? "broken-link" : "not-now")
}

/** How the next page says why nothing changed. */
const NOTICE_OF: Readonly<Record<FollowRefusal, Notice>> = {
  "follow.limit.feeds": "account-full",
  "follow.limit.groups": "account-full",
  "groups.name.missing": "name-missing",
  "groups.name.long": "name-long",
  "groups.name.taken": "name-taken",
  "groups.unknown": "group-unknown",
}
