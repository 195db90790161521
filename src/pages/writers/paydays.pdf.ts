import type { APIRoute } from "astro"
import { findPayday, forwardedAt } from "#projections/subscriptions"
import { paths } from "../../lib/paths.ts"
import { run } from "../../process/runtime.ts"
import { callOf } from "../../web/forms/Page.ts"
import { redirectTo } from "../../web/forms/readForm.ts"
import { queueDrawing, servePdf } from "../../web/statement/pdfDocument.ts"
import { receiptPdf } from "../../web/statement/receiptPdf.ts"
import { printedPayday } from "../../web/subscriptions/printReceipt.ts"
import { isDemoChain } from "../../web/wallet/chainLinks.ts"
import { readPastWorths } from "../../web/wallet/readPrices.ts"

/** What a payday brought a creator, as PDF. It does not tell who paid. */
export const GET: APIRoute = async (context) => {
  const { member, t, format, timeZone, site } = context.locals
  if (member === null) return redirectTo(paths.signIn)
  const paydayId = context.url.searchParams.get("payday") ?? ""
  const payday = await run(findPayday(member.personId, paydayId))
  if (payday === null) return redirectTo(paths.creatorPaydays)
  const answered = await callOf(context)("Donation/LoadIncomeReceipts", { paydayId })
  const receipts = answered.ok ? answered.data.receipts : []
  const paid = { assetTypeId: payday.assetTypeId, amount: BigInt(payday.amount), at: payday.paidAt }
  const forwarded = await run(forwardedAt(member.personId, [paydayId]))
  const [worth = null] = await run(readPastWorths(member, [paid], t.locale))
  const proofsUrl = site.origin + paths.paydays
  const printing = { t, format, timeZone, createdAt: new Date(), isDemo: await isDemoChain(), proofsUrl }
  const document = await queueDrawing(() =>
    receiptPdf(printedPayday(printing, member, payday, receipts, forwarded, worth)),
  )
  return servePdf(document, `payday-${payday.paydayId}`, t)
}
