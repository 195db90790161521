import type { APIRoute } from "astro"
import { ACCOUNT_LIMITS, GUEST_LIMITS } from "#contract/follows"
import { findFeeds, PACK_FEEDS_MAX } from "#projections/feeds"
import { toFollowableFeed } from "#src/api/wire.ts"
import { run } from "#src/process/runtime.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { followCommand } from "../../features/follow/commands.ts"
import { fromGroups } from "../../features/follow/cookieMirror.ts"
import { isEmpty } from "../../features/follow/GuestFollows.ts"
import { localPath } from "../../lib/localPath.ts"
import { paths } from "../../lib/paths.ts"
import { answerGuest } from "./_answer.ts"

/** Follows the feeds of a starter pack until the limit is reached. Guests keep them in the cookie, which scripts adopt later. */
export const POST: APIRoute = async ({ request, locals, clientAddress }) => {
  const form = await readFields(request)
  const location = localPath(form.get("from")) ?? paths.newsfeed
  const feeds = await run(findFeeds(form.getAll("feedId").slice(0, PACK_FEEDS_MAX)))
  if (feeds.length === 0) return answerGuest({ locals, location, notice: "broken-link" })
  const isMember = locals.member !== null
  const before = fromGroups(locals.follows)
  let items = before
  for (const feed of feeds) {
    const { decide, call } = followCommand(toFollowableFeed(feed))
    const decision = decide(items, isMember ? ACCOUNT_LIMITS : GUEST_LIMITS)
    if ("refusal" in decision) {
      if (isMember) return answerGuest({ locals, location, notice: "account-full" })
      return answerGuest({ locals, location, notice: "limit-feeds", items })
    }
    if (isMember && call !== undefined) {
      const asker = { locals, clientAddress: locals.clientAddress ?? clientAddress }
      if (!(await ownCall(call.path, call.payload, asker)).ok)
        return answerGuest({ locals, location, notice: "not-now" })
    }
    items = decision.items
  }
  if (isMember) return answerGuest({ locals, location, notice: "success" })
  return answerGuest({ locals, location, notice: isEmpty(before) ? "first-follow" : "success", items })
}

/** A reload after a post leads to the page of follows. */
export { GET } from "./[action].ts"
