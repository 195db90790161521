import type { APIRoute } from "astro"
import { run } from "#src/process/runtime.ts"
import { answerList } from "#src/web/syndication/answerList.ts"

/** Lists as RSS, Atom or JSON Feed (src/lib/lists.ts). */
export const GET: APIRoute = ({ request, url, params, locals }) => {
  const { list, format } = params
  return run(answerList({ list, format, url, headers: request.headers, origin: locals.site.origin }))
}
