import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"
import { run } from "../process/runtime.ts"
import { redirectTo } from "../web/forms/readForm.ts"
import { csvBalances, csvHead, csvRow } from "../web/statement/csv.ts"
import { movementPages, parseMovementFilter, readTotals } from "../web/statement/movements.ts"
import { readPastWorths } from "../web/wallet/readPrices.ts"

/** All filtered movements as CSV, streamed page by page, between the closing and the opening balances of the period. */
export const GET: APIRoute = async ({ url, locals: { member, t, timeZone } }) => {
  if (member === null) return redirectTo(paths.signIn)
  const now = new Date()
  const filter = parseMovementFilter(url.searchParams, now, timeZone)
  const pages = movementPages(member.personId, filter)
  const totals = await readTotals(member.personId, filter, now)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const closing = totals === null ? "" : csvBalances(t, totals.accounts, { at: totals.until, end: "closing" })
      controller.enqueue(encoder.encode(csvHead(t) + closing))
    },
    pull: async (controller) => {
      const { value, done } = await pages.next()
      if (!done) {
        const worths = await run(readPastWorths(member, value, t.locale))
        const rows = value.map((movement, place) => csvRow(t, movement, worths[place] ?? null))
        return controller.enqueue(encoder.encode(rows.join("")))
      }
      if (totals?.from)
        controller.enqueue(encoder.encode(csvBalances(t, totals.accounts, { at: totals.from, end: "opening" })))
      controller.close()
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
