import type { APIRoute } from "astro"
import { Effect } from "effect"
import { channelsOfCreators, findCycle } from "#projections/subscriptions"
import { paths } from "../../lib/paths.ts"
import { run } from "../../process/runtime.ts"
import { callOf } from "../../web/forms/Page.ts"
import { redirectTo } from "../../web/forms/readForm.ts"
import { queueDrawing, servePdf } from "../../web/statement/pdfDocument.ts"
import { receiptPdf } from "../../web/statement/receiptPdf.ts"
import { printedCycle } from "../../web/subscriptions/printReceipt.ts"
import { readCycleRef } from "../../web/subscriptions/readCycleRef.ts"
import { isDemoChain } from "../../web/wallet/chainLinks.ts"

/** The receipt of one paid period as PDF, from the day of its charge. */
export const GET: APIRoute = async (context) => {
  const { member, t, format, timeZone, site } = context.locals
  if (member === null) return redirectTo(paths.signIn)
  const ref = readCycleRef(context.url)
  if (ref === null) return redirectTo(paths.paymentRecords)
  const answered = await callOf(context)("Donation/LoadReceipt", ref)
  const receipt = answered.ok ? answered.data.receipt : null
  const found = await run(
    Effect.gen(function* () {
      const cycle = yield* findCycle(member.personId, ref.ruleId, ref.cycle)
      const shares = cycle?.shares ?? []
      const seats = (cycle?.seats ?? []).map(({ creatorId, closed }) => ({ creatorId, forwarded: closed?.forwarded }))
      const personIds = [...shares, ...seats].flatMap(({ creatorId, forwarded = [] }) => [
        creatorId,
        ...forwarded.map(({ toId }) => toId),
      ])
      return { cycle, channels: yield* channelsOfCreators([...new Set(personIds)]) }
    }),
  )
  const { cycle, channels } = found
  if (cycle === null) return redirectTo(paths.paymentRecords)
  const proofsUrl = site.origin + paths.paydays
  const printing = { t, format, timeZone, createdAt: new Date(), isDemo: await isDemoChain(), proofsUrl }
  const document = await queueDrawing(() => receiptPdf(printedCycle(printing, member, cycle, channels, receipt)))
  return servePdf(document, `receipt-${ref.ruleId}-${ref.cycle}`, t)
}
