import type { APIRoute } from "astro"
import { quietHoursOf } from "#projections/chat"
import { run } from "#src/process/runtime.ts"
import { isQuiet } from "#src/worker/messages/isQuiet.ts"

/** Whether somebody does not want to be disturbed at this moment: asked before the system is to tell them of a message. */
export const GET: APIRoute = async ({ locals: { member } }) => {
  if (member === null) return new Response(null, { status: 401 })
  const hours = await run(quietHoursOf([member.personId]))
  const quiet = isQuiet(hours.get(member.personId), Date.now())
  return Response.json({ quiet }, { headers: { "cache-control": "no-store" } })
}
