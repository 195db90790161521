import type { APIRoute } from "astro"
import { findQuietHours } from "#projections/chat"
import { run } from "#src/process/runtime.ts"
import { isQuiet } from "#src/worker/messages/isQuiet.ts"

/** Whether the person has quiet hours now; checked before a system notification. */
export const GET: APIRoute = async ({ locals: { member } }) => {
  if (member === null) return new Response(null, { status: 401 })
  const hours = await run(findQuietHours([member.personId]))
  const quiet = isQuiet(hours.get(member.personId), Date.now())
  return Response.json({ quiet }, { headers: { "cache-control": "no-store" } })
}
