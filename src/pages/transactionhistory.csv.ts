import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"
import { redirectTo } from "../web/forms/readForm.ts"
import { csvHead, csvRow } from "../web/statement/csv.ts"
import { movementPages, parseMovementFilter } from "../web/statement/movements.ts"

/** All filtered movements as CSV, streamed page by page. */
export const GET: APIRoute = ({ url, locals: { member, t, timeZone } }) => {
  if (member === null) return redirectTo(paths.signIn)
  const pages = movementPages(member.personId, parseMovementFilter(url.searchParams, new Date(), timeZone))
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead(t))),
    pull: async (controller) => {
      const { value, done } = await pages.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value.map((movement) => csvRow(t, movement)).join("")))
    },
    cancel: async () => {
      await pages.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="quire-${member.userCode}.csv"`,
      "cache-control": "no-store",
    },
  })
}
