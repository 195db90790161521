import type { APIRoute } from "astro"
import { deliverMedia } from "#src/web/media/deliverMedia.ts"

/** A file of a post. The name is for people and programs that save it; the id decides. */
export const GET: APIRoute = ({ request, params, locals }) =>
  deliverMedia({
    request,
    mediaId: params["mediaId"] ?? "",
    personId: locals.member?.personId ?? null,
    drained: locals.drained,
  })

export const HEAD = GET
