import { ACCOUNT_LIMITS, type FollowRefusal } from "#contract/follows"
import { ownCall } from "#src/web/ownCall.ts"
import type { FollowCommand } from "../../features/follow/commands.ts"
import { fromGroups } from "../../features/follow/cookieMirror.ts"
import type { Notice } from "../../lib/notices.ts"
import { answerGuest } from "./_answer.ts"

interface Posted {
  readonly command: FollowCommand
  readonly location: string
  readonly locals: App.Locals
  readonly clientAddress: string
}

/** Applies a form's command to a member's account and redirects back with a notice. */
export const answerMember = async ({ command, location, locals, clientAddress }: Posted): Promise<Response> => {
  const back = (notice: Notice) => answerGuest({ locals, location, notice })
  const decision = command.decide(fromGroups(locals.follows), ACCOUNT_LIMITS)
  if ("refusal" in decision) return back(NOTICE_OF[decision.refusal])
  if (command.call === undefined) return back("not-now")
  const { path, payload } = command.call
  const answer = await ownCall(path, payload, { locals, clientAddress: locals.clientAddress ?? clientAddress })
  return back(answer.ok ? "success" : answer.status === 404 ? "broken-link" : "not-now")
}

/** The notice on the next page. */
const NOTICE_OF: Readonly<Record<FollowRefusal, Notice>> = {
  "follow.limit.feeds": "account-full",
  "follow.limit.groups": "account-full",
  "groups.name.missing": "name-missing",
  "groups.name.long": "name-long",
  "groups.name.taken": "name-taken",
  "groups.unknown": "group-unknown",
}
