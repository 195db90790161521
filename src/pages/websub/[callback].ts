import type { APIRoute } from "astro"
import { Feeds } from "#core/feeds"
import { readBody } from "#src/api/readBody.ts"
import { run } from "#src/process/runtime.ts"

/** A hub verifies a subscription (WebSub, 5.3) or denies it. */
export const GET: APIRoute = async ({ params, url }) => {
  const of = (name: string) => url.searchParams.get(`hub.${name}`)
  const question = {
    callbackId: params["callback"] ?? "",
    mode: of("mode"),
    topic: of("topic"),
    challenge: of("challenge"),
    leaseSeconds: of("lease_seconds"),
  }
  const answer = await run(Feeds.use((feeds) => feeds.confirmHubLease(question)))
  return answer === null ? says(404, "Nothing was asked for here.\n") : says(200, answer)
}

/** A hub delivers content. Deliveries without a valid signature get the same response (WebSub, 8). */
export const POST: APIRoute = async ({ params, request }) => {
  const { headers } = request
  const news = {
    callbackId: params["callback"] ?? "",
    body: () => readBody(request),
    contentType: headers.get("content-type"),
    signature: headers.get("x-hub-signature"),
  }
  const outcome = await run(Feeds.use((feeds) => feeds.receiveHubPing(news)))
  if (outcome === "too-large") return says(413, "That is longer than a feed should be.\n")
  return outcome === "unknown" ? says(410, "Nobody waits for news here any more.\n") : says(202, "")
}

const says = (status: number, text: string): Response =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  })
