import { isUuid } from "#core/kernel"
import type { CallPath, Calls } from "#src/api/calls.ts"
import { paths } from "#src/lib/paths.ts"
import { readFields, redirectTo } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { type ActingPage, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"

/** Bytes of a form: 8,000 characters of 4 bytes, each up to 12 bytes as sent, and some more to tell people the limit. */
const FORM_BYTES_MAX = 200_000

/** The forms of tickets, by the value of their button. */
type TicketForm = "open" | "reply" | "close" | "rate"

/** What a page shows after a form: which one, what was wrong with it and what was typed. */
export type TicketView = FormRefusal & { readonly form: TicketForm | ""; readonly typed: URLSearchParams }

/**
 * Executes a form of a ticket page and leads to the ticket. A refused form, and a request without one, give the view to
 * show.
 *
 * @param ticketNumber the ticket of the page; empty where a new one is opened
 */
export const handleTicketForm = async (page: ActingPage, ticketNumber: string): Promise<Response | TicketView> => {
  const blank: TicketView = { ...NO_REFUSAL, form: "", typed: new URLSearchParams() }
  if (page.request.method !== "POST") return blank
  const typed = await readFields(page.request, FORM_BYTES_MAX)
  const field = (name: string) => (typed.get(name) ?? "").replaceAll("\r\n", "\n")
  const form = field("do") as TicketForm
  const key = field("key")
  const { request, locals, clientAddress } = page
  const call = <Path extends CallPath>(path: Path, body: Calls[Path]["payload"]) =>
    // A form that is sent twice has the same key.
    ownCall(path, body, { request, locals, clientAddress, ...(isUuid(key) ? { commandId: key } : {}) })

  const calls = {
    open: () =>
      call("Ticket/CreateTicket", { topic: field("topic"), subject: field("subject"), text: field("text") } as never),
    reply: () => call("Ticket/ReplyTicket", { ticketNumber, text: field("text") }),
    close: () => call("Ticket/CloseTicket", { ticketNumber }),
    rate: () =>
      call("Ticket/RateTicket", { ticketNumber, rating: field("rating") as "good", comment: field("comment") }),
  }
  if (!Object.hasOwn(calls, form)) return blank
  const answered = await calls[form]()
  if (!answered.ok) return { form, typed, ...toFormRefusal(answered, "subject", "text", "topic", "comment") }
  const { ticketNumber: number, messages } = answered.data.ticket
  const target = form === "reply" ? `#m-${messages.at(-1)?.messageId ?? ""}` : ""
  return redirectTo(`${paths.ticket(number)}${target}`, { notice: NOTICE_OF[form] })
}

const NOTICE_OF = {
  open: "ticket-opened",
  reply: "ticket-replied",
  close: "ticket-closed",
  rate: "ticket-rated",
} as const
