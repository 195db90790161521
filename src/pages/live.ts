import type { APIRoute } from "astro"
import { isUuid } from "#core/kernel"
import { findPostComments } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import { live } from "#src/web/live/LiveStreams.ts"

/**
 * Server-sent events for a member's page: follows, balances, unread messages, or comments on the post that it shows
 * changed. Any other answer stops the browser from asking.
 */
export const GET: APIRoute = async ({ request, locals, url }) => {
  const { member } = locals
  if (member === null) return new Response(null, { status: 401 })
  const about = await findShownPost(url.searchParams.get("post"), member.personId)
  const stream = live().open({ ...member, postId: about?.postId ?? null }, request.signal)
  if (stream === null) return new Response(null, { status: 204 })
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      // A proxy in front must hand on each word at once.
      "x-accel-buffering": "no",
    },
  })
}

/** Without the level of the post, its page shows no comments either. */
const findShownPost = (postId: string | null, personId: string) =>
  postId === null || !isUuid(postId) ? null : run(findPostComments(postId, personId))
