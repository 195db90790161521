import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"
import { run } from "../process/runtime.ts"
import { redirectTo } from "../web/forms/readForm.ts"
import { movementPages, parseMovementFilter, readTotals } from "../web/statement/movements.ts"
import { queueStatement } from "../web/statement/pdf.ts"
import { isDemoChain } from "../web/wallet/chainLinks.ts"
import { readPastWorths } from "../web/wallet/readPrices.ts"

/** Retry-After while the queue is full. */
const RETRY_SECONDS = 15

/** A PDF statement of the filtered movements. */
export const GET: APIRoute = async ({ url, locals: { member, t, format, timeZone } }) => {
  if (member === null) return redirectTo(paths.signIn)
  const createdAt = new Date()
  const filter = parseMovementFilter(url.searchParams, createdAt, timeZone)
  const { personId, userCode, displayName } = member
  const own = { displayName, userCode, isDemo: await isDemoChain(), from: filter.from, until: filter.until }
  const document = await queueStatement({
    t,
    format,
    timeZone,
    createdAt,
    ...own,
    totals: await readTotals(personId, filter, createdAt),
    pages: movementPages(personId, filter),
    worthsOf: (movements) => run(readPastWorths(member, movements, t.locale)),
  })
  if (document === "busy") {
    const headers = { "retry-after": String(RETRY_SECONDS), "content-type": "text/plain; charset=utf-8" }
    return new Response(t("api.tooMany", { count: RETRY_SECONDS }), { status: 503, headers })
  }
  return new Response(document, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="quire-${userCode}.pdf"`,
      "cache-control": "no-store",
    },
  })
}
