import type { APIRoute } from "astro"
import { live } from "#src/web/live/LiveStreams.ts"

/** Server-sent events for a member's page: follows, balances or unread messages changed. Any other answer stops the browser from asking. */
export const GET: APIRoute = ({ request, locals }) => {
  if (locals.member === null) return new Response(null, { status: 401 })
  const stream = live().open(locals.member.personId, locals.member.sessionId, request.signal)
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
