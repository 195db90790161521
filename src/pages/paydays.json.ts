import type { APIRoute } from "astro"
import { listPaydayProofs } from "#projections/subscriptions"
import { run } from "../process/runtime.ts"
import { readBefore } from "../web/subscriptions/readBefore.ts"

/** The published proofs of paydays, the newest first. They tell nothing about anybody. */
export const GET: APIRoute = async ({ url }) => {
  const proofs = await run(listPaydayProofs(readBefore(url)))
  return new Response(JSON.stringify({ proofs }), {
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=60" },
  })
}
