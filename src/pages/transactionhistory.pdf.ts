import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"
import { run } from "../process/runtime.ts"
import { redirectTo } from "../web/forms/readForm.ts"
import { movementPages, parseMovementFilter, readTotals } from "../web/statement/movements.ts"
import { queueStatement } from "../web/statement/pdf.ts"
import { servePdf } from "../web/statement/pdfDocument.ts"
import { isDemoChain } from "../web/wallet/chainLinks.ts"
import { readPastWorths } from "../web/wallet/readPrices.ts"

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
  return servePdf(document, userCode, t)
}
