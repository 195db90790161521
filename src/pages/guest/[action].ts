import type { APIRoute } from "astro"
import { findFeed } from "#projections/feeds"
import { run } from "#src/server/runtime.ts"
import { clearFollows } from "../../features/follow/clearFollows.ts"
import { createGroup } from "../../features/follow/createGroup.ts"
import { deleteGroup } from "../../features/follow/deleteGroup.ts"
import { followFeed } from "../../features/follow/followFeed.ts"
import { blankFeed, type Decide, type FollowRefusal, isEmpty } from "../../features/follow/GuestFollows.ts"
import { followsOf } from "../../features/follow/mirror.ts"
import { moveToGroup } from "../../features/follow/moveToGroup.ts"
import { renameGroup } from "../../features/follow/renameGroup.ts"
import { unfollowFeed } from "../../features/follow/unfollowFeed.ts"
import { localPath } from "../../lib/localPath.ts"
import type { Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { answerGuest } from "./_answer.ts"

const FORM_LENGTH_MAX = 8_000

/** What a guest's form asks for, by the last part of its address. */
const VERBS: Readonly<Record<string, (form: URLSearchParams) => Decide>> = {
  follow: (form) => followFeed(blankFeed(field(form, "feedId"))),
  unfollow: (form) => unfollowFeed(field(form, "feedId")),
  creategroup: (form) => createGroup(field(form, "name")),
  renamegroup: (form) => renameGroup(field(form, "group"), field(form, "name")),
  deletegroup: (form) => deleteGroup(field(form, "group")),
  move: (form) => moveToGroup(field(form, "feedId"), field(form, "group")),
  clear: () => clearFollows(),
}

/** How the next page says what became of it. */
const NOTICE_OF: Readonly<Record<FollowRefusal, Notice>> = {
  "follow.limit.feeds": "limit-feeds",
  "follow.limit.groups": "limit-groups",
  "groups.name.missing": "name-missing",
  "groups.name.long": "name-long",
  "groups.name.taken": "name-taken",
  "groups.unknown": "group-unknown",
}

/** Changes a guest's follows where there are no scripts: the cookie alone, which scripts take over when they come back. */
export const POST: APIRoute = async ({ request, params, locals }) => {
  const verb = VERBS[params["action"] ?? ""]
  if (verb === undefined) return new Response("Not found", { status: 404 })
  const text = await request.text()
  const form = new URLSearchParams(text.length > FORM_LENGTH_MAX ? "" : text)
  const before = followsOf(locals.follows)
  const location = localPath(form.get("from")) ?? paths.newsfeed
  if (params["action"] === "follow" && (await run(findFeed(field(form, "feedId")))) === null)
    return answerGuest({ locals, location, notice: "broken-link" })
  const decision = verb(form)(before)
  if ("refusal" in decision) return answerGuest({ locals, location, notice: NOTICE_OF[decision.refusal] })
  const isFirst = isEmpty(before) && !isEmpty(decision.items)
  return answerGuest({ locals, location, notice: isFirst ? "first-follow" : "success", items: decision.items })
}

/** Somebody who reloads after a post, or follows a link into it, is led to what can be done here. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.follows } })

const field = (form: URLSearchParams, name: string): string => form.get(name) ?? ""
