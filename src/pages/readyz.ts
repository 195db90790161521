import type { APIRoute } from "astro"
import { SAVING_RETRY_SECONDS } from "#src/api/tooManyRequestsAnswer.ts"
import { type Readiness, readiness } from "#src/process/readiness.ts"
import { run } from "#src/process/runtime.ts"

/** Cache lifetime: the page is public, and each probe writes to the disk. */
const ANSWER_MS = 1_000

let last: { readonly atMs: number; readonly found: Promise<Readiness> } | null = null

/** Readiness for load balancers and operators: whether this process can write. */
export const GET: APIRoute = async () => {
  const nowMs = performance.now()
  if (last === null || nowMs - last.atMs > ANSWER_MS) last = { atMs: nowMs, found: run(readiness) }
  const found = await last.found
  const headers = new Headers({ "cache-control": "no-store" })
  if (found.status !== "ready") headers.set("retry-after", String(SAVING_RETRY_SECONDS))
  return Response.json(found, { status: found.status === "ready" ? 200 : 503, headers })
}
