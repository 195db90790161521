import type { APIContext, APIRoute } from "astro"
import { channelsOf } from "#projections/channels"
import { run } from "#src/process/runtime.ts"
import { answerUpload } from "#src/web/media/tusServer.ts"
import { uploadStatus } from "#src/web/media/uploadStatus.ts"

/** Resumable uploads of creators (tus 1.0.0). GET answers what became of an upload. */
export const ALL: APIRoute = async (context) => {
  const { request, locals, params } = context
  if (request.method === "OPTIONS") return answerUpload(request, { personId: "", locale: locals.locale })
  const personId = await creatorOf(context)
  if (personId instanceof Response) return personId
  if (request.method === "GET") return uploadStatus(personId, params["id"] ?? "", locals.t)
  const response = await answerUpload(request, { personId, locale: locals.locale })
  response.headers.set("cache-control", "no-store")
  return response
}

/** The signed-in person, who must have a channel to begin an upload. Later requests are authorised by its id and person. */
const creatorOf = async ({ request, locals: { member, t } }: APIContext): Promise<string | Response> => {
  if (member === null) return new Response(`${t("notice.pleaseSignIn")}\n`, { status: 401, headers: PLAIN })
  if (request.method !== "POST") return member.personId
  const channels = await run(channelsOf(member.personId))
  if (channels.length === 0) return new Response(`${t("media.onlyCreators")}\n`, { status: 403, headers: PLAIN })
  return member.personId
}

const PLAIN = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }
