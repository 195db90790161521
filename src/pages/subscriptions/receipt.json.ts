import type { APIRoute } from "astro"
import { callOf } from "../../web/forms/Page.ts"
import { readCycleRef } from "../../web/subscriptions/readCycleRef.ts"
import { receiptFile } from "../../web/subscriptions/receiptFile.ts"

/** The receipt of one paid period as a file that verifies on its own. */
export const GET: APIRoute = async (context) => {
  const ref = readCycleRef(context.url)
  if (ref === null) return receiptFile([], "receipt", 404)
  const answered = await callOf(context)("Donation/LoadReceipt", ref)
  if (!answered.ok) return receiptFile([], "receipt", answered.status)
  const { receipt } = answered.data
  return receiptFile(receipt === null ? [] : [receipt], `receipt-${ref.ruleId}-${ref.cycle}`)
}
