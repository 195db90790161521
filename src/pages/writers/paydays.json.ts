import type { APIRoute } from "astro"
import { callOf } from "../../web/forms/Page.ts"
import { receiptFile } from "../../web/subscriptions/receiptFile.ts"

/** A creator's receipts of one payday as a file that verifies on its own. */
export const GET: APIRoute = async (context) => {
  const paydayId = context.url.searchParams.get("payday") ?? ""
  const answered = await callOf(context)("Donation/LoadIncomeReceipts", { paydayId })
  if (!answered.ok) return receiptFile([], "payday", answered.status)
  return receiptFile(answered.data.receipts, `payday-${paydayId.replaceAll(/[^0-9a-z-]/g, "")}`)
}
