import type { APIRoute } from "astro"
import { findFeed } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { type FollowRefusal, isEmpty } from "../../features/follow/GuestFollows.ts"
import { followsOf } from "../../features/follow/mirror.ts"
import { isVerb, VERBS } from "../../features/follow/verbs.ts"
import { localPath } from "../../lib/localPath.ts"
import type { Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { answerGuest } from "./_answer.ts"
import { answerMember } from "./_answerMember.ts"

const FORM_BYTES_MAX = 8_000

/** How the next page says what became of it. */
const NOTICE_OF: Readonly<Record<FollowRefusal, Notice>> = {
  "follow.limit.feeds": "limit-feeds",
  "follow.limit.groups": "limit-groups",
  "groups.name.missing": "name-missing",
  "groups.name.long": "name-long",
  "groups.name.taken": "name-taken",
  "groups.unknown": "group-unknown",
}

/**
 * Changes the follows where there are no scripts. A guest's: the cookie alone, which scripts take over when they come
 * back. A member's: by the call that scripts would make.
 */
export const POST: APIRoute = async ({ request, params, locals, clientAddress }) => {
  const verb = params["action"]
  if (!isVerb(verb)) return new Response("Not found", { status: 404 })
  const form = await readFields(request, FORM_BYTES_MAX)
  const location = localPath(form.get("from")) ?? paths.newsfeed
  const command = VERBS[verb](form)
  if (locals.member !== null) return answerMember({ command, location, locals, clientAddress })
  const before = followsOf(locals.follows)
  if (verb === "follow" && (await run(findFeed(form.get("feedId") ?? ""))) === null)
    return answerGuest({ locals, location, notice: "broken-link" })
  const decision = command.decide(before)
  if ("refusal" in decision) return answerGuest({ locals, location, notice: NOTICE_OF[decision.refusal] })
  const isFirst = isEmpty(before) && !isEmpty(decision.items)
  return answerGuest({ locals, location, notice: isFirst ? "first-follow" : "success", items: decision.items })
}

/** Somebody who reloads after a post, or follows a link into it, is led to what can be done here. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.follows } })
