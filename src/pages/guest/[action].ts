import type { APIRoute } from "astro"
import type { FollowRefusal } from "#contract/follows"
import { findFeed } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { FORM_COMMANDS, isFormAction } from "../../features/follow/commands.ts"
import { fromGroups } from "../../features/follow/cookieMirror.ts"
import { isEmpty } from "../../features/follow/GuestFollows.ts"
import { localPath } from "../../lib/localPath.ts"
import type { Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { answerGuest } from "./_answer.ts"
import { answerMember } from "./_answerMember.ts"

const FORM_BYTES_MAX = 8_000

/** The notice on the next page. */
const NOTICE_OF: Readonly<Record<FollowRefusal, Notice>> = {
  "follow.limit.feeds": "limit-feeds",
  "follow.limit.groups": "limit-groups",
  "groups.name.missing": "name-missing",
  "groups.name.long": "name-long",
  "groups.name.taken": "name-taken",
  "groups.unknown": "group-unknown",
}

/**
 * Changes follows without scripts. A guest's change goes into the cookie, which scripts adopt later; a member's into the
 * account, by the call that scripts would make.
 */
export const POST: APIRoute = async ({ request, params, locals, clientAddress }) => {
  const action = params["action"]
  if (!isFormAction(action)) return new Response("Not found", { status: 404 })
  const form = await readFields(request, FORM_BYTES_MAX)
  const location = localPath(form.get("from")) ?? paths.newsfeed
  const command = FORM_COMMANDS[action](form)
  if (locals.member !== null) return answerMember({ command, location, locals, clientAddress })
  const before = fromGroups(locals.follows)
  if (action === "follow" && (await run(findFeed(form.get("feedId") ?? ""))) === null)
    return answerGuest({ locals, location, notice: "broken-link" })
  const decision = command.decide(before)
  if ("refusal" in decision) return answerGuest({ locals, location, notice: NOTICE_OF[decision.refusal] })
  const isFirst = isEmpty(before) && !isEmpty(decision.items)
  return answerGuest({ locals, location, notice: isFirst ? "first-follow" : "success", items: decision.items })
}

/** A reload after a post leads to the page of follows. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.follows } })
