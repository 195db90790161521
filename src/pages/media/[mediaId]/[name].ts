import { Readable } from "node:stream"
import type { APIRoute } from "astro"
import { StoredFiles } from "#core/media"
import { run } from "#src/process/runtime.ts"
import { deliverMedia } from "#src/web/media/deliverMedia.ts"

/** A file of a post, for the development server: the web process serves files itself (src/web/media/serveMedia.ts). */
export const GET: APIRoute = async ({ request, params, locals, url }) => {
  const mediaId = (params["mediaId"] ?? "").toLowerCase()
  const answer = await deliverMedia({
    ...{ mediaId, method: request.method, query: url.searchParams, personId: locals.member?.personId ?? null },
    header: (name) => request.headers.get(name),
  })
  if (answer === null) return new Response("Not found\n", { status: 404, headers: { "cache-control": "no-store" } })
  const { status, headers, range } = answer
  const body = range === null ? null : await (await run(StoredFiles)).readRange(mediaId, range)
  const stream = body === null ? null : (Readable.toWeb(Readable.from(body)) as ReadableStream)
  return new Response(stream, { status, headers: { ...headers } })
}

export const HEAD = GET
