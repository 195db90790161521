import type { Receipt } from "#contract/subscriptions"

/** Receipts as a JSON file. They contain the secret parts of their owner's entries. */
export const receiptFile = (receipts: ReadonlyArray<Receipt>, name: string, status = 200): Response =>
  new Response(JSON.stringify({ receipts }), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="quire-${name}.json"`,
      "cache-control": "private, no-store",
    },
  })
