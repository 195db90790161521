import type { APIRoute } from "astro"
import { run } from "#src/process/runtime.ts"
import { answerChannelFeed } from "#src/web/syndication/channelFeeds.ts"

/** The posts of a channel as RSS, Atom or JSON Feed, its podcast, and chapters and transcripts of episodes. */
export const GET: APIRoute = ({ request, params, locals }) =>
  run(
    answerChannelFeed({
      code: params["code"] ?? "",
      name: params["name"] ?? "",
      headers: request.headers,
      origin: locals.site.origin,
    }),
  )
