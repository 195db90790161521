import type { APIRoute } from "astro"
import { run } from "#src/process/runtime.ts"
import { answerMemberFeed } from "#src/web/syndication/memberFeed.ts"

/** A private feed of a channel; its files are served by src/web/media/serveMemberFile.ts. */
export const GET: APIRoute = ({ request, params, locals, clientAddress }) =>
  run(
    answerMemberFeed({
      token: params["token"] ?? "",
      name: params["name"] ?? "",
      headers: request.headers,
      origin: locals.site.origin,
      address: locals.clientAddress ?? clientAddress,
    }),
  )
