import { ATTACHMENT_FORM_BYTES_MAX } from "#contract/tickets"
import { isUuid } from "#core/kernel"
import type { CallPath, Calls } from "#src/api/calls.ts"
import { paths } from "#src/lib/paths.ts"
import { readFields, readFiles, redirectTo } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { type ActingPage, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { type KeptFile, keepTicketFiles } from "./ticketFiles.ts"

/** Bytes of a form: 8,000 characters of 4 bytes, each up to 12 bytes as sent, and some more to tell people the limit. */
const FORM_BYTES_MAX = 200_000

/** The forms of tickets, by the value of their button. */
type TicketForm = "open" | "reply" | "close" | "rate"

/** What a page shows after a form: which one, what was wrong with it and what was typed. */
export type TicketView = FormRefusal & {
  readonly form: TicketForm | ""
  readonly typed: URLSearchParams
  /** Files that were uploaded with the refused form, and need not be chosen again. */
  readonly files: ReadonlyArray<KeptFile>
}

/**
 * Executes a form of a ticket page and leads to the ticket. A refused form, and a request without one, give the view to
 * show.
 *
 * @param ticketNumber the ticket of the page; empty where a new one is opened
 */
export const handleTicketForm = async (page: ActingPage, ticketNumber: string): Promise<Response | TicketView> => {
  const blank: TicketView = { ...NO_REFUSAL, form: "", typed: new URLSearchParams(), files: [] }
  if (page.request.method !== "POST") return blank
  const isMultipart = (page.request.headers.get("content-type") ?? "").startsWith("multipart/form-data")
  const sent = isMultipart ? await readFiles(page.request, ATTACHMENT_FORM_BYTES_MAX + FORM_BYTES_MAX) : null
  if (sent === "too-large") return { ...blank, problem: page.locals.t("tickets.file.form") }
  const typed = sent === null ? await readFields(page.request, FORM_BYTES_MAX) : textsOf(sent)
  const field = (name: string) => (typed.get(name) ?? "").replaceAll("\r\n", "\n")
  const form = field("do") as TicketForm
  const key = field("key")
  const { request, locals, clientAddress } = page
  const call = <Path extends CallPath>(path: Path, body: Calls[Path]["payload"]) =>
    // A form that is sent twice has the same key.
    ownCall(path, body, { request, locals, clientAddress, ...(isUuid(key) ? { commandId: key } : {}) })

  if (!isTicketForm(form)) return blank
  const stored = await keepTicketFiles(page, sent, typed)
  if ("problem" in stored) return { form, typed, errors: {}, ...stored }
  const { files } = stored
  const attached = files.length === 0 ? {} : { attachmentIds: files.map(({ attachmentId }) => attachmentId) }
  const [kind, id] = [field("linkKind"), field("linkId")]
  const calls = {
    open: () =>
      call("Ticket/CreateTicket", {
        ...{ topic: field("topic"), subject: field("subject"), text: field("text"), ...attached },
        ...(kind === "" || id === "" ? {} : { link: { kind, id } }),
      }),
    reply: () => call("Ticket/ReplyTicket", { ticketNumber, text: field("text"), ...attached }),
    close: () => call("Ticket/CloseTicket", { ticketNumber }),
    rate: () => call("Ticket/RateTicket", { ticketNumber, rating: field("rating"), comment: field("comment") }),
  }
  const answered = await calls[form]()
  if (!answered.ok) return { form, typed, files, ...toFormRefusal(answered, "subject", "text", "topic", "comment") }
  const { ticketNumber: number, messages } = answered.data.ticket
  const target = form === "reply" ? `#m-${messages.at(-1)?.messageId ?? ""}` : ""
  return redirectTo(`${paths.ticket(number)}${target}`, { notice: NOTICE_OF[form] })
}

const textsOf = (form: FormData): URLSearchParams =>
  new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))

const isTicketForm = (form: string): form is TicketForm => Object.hasOwn(NOTICE_OF, form)

const NOTICE_OF = {
  open: "ticket-opened",
  reply: "ticket-replied",
  close: "ticket-closed",
  rate: "ticket-rated",
} as const
