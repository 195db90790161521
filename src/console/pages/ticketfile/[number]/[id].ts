import type { APIRoute } from "astro"
import { Effect } from "effect"
import { Attachments, Tickets } from "#core/tickets"
import { findTicket } from "#projections/tickets"
import { run } from "../../../runtime.ts"

/** A file of a ticket, as a download: what a person sent is never shown as a page. */
export const GET: APIRoute = async ({ params: { number = "", id = "" }, rewrite }) => {
  const file = await run(openFile(number, id))
  if (file === null) return rewrite("/404")
  return new Response(Uint8Array.from(file), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${number}-${id.slice(-6)}"`,
      "content-security-policy": "sandbox; default-src 'none'",
    },
  })
}

const openFile = Effect.fn("openFile")(function* (number: string, attachmentId: string) {
  const ticket = yield* findTicket(number)
  if (ticket === null) return null
  const state = yield* Tickets.use((tickets) => tickets.read(ticket.ticketId))
  return yield* Attachments.use((attachments) => attachments.open(state, attachmentId))
})
