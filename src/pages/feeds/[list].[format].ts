import type { APIRoute } from "astro"
import { run } from "#src/process/runtime.ts"
import { answerList } from "#src/web/syndication/answerList.ts"

/** The library, a tag, a search or some feeds as RSS, Atom or JSON Feed (src/lib/lists.ts says which lists there are). */
export const GET: APIRoute = ({ request, url, params, locals }) => {
  const { list, format } = params
  return run(answerList({ list, format, url, headers: request.headers, origin: locals.site.origin }))
}
