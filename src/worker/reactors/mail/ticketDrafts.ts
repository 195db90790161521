import { NOTICE_LIFE_MS } from "#core/mail"
import type { TicketEvent, TicketState } from "#core/tickets"
import { type Draft, draft, type MailRecipient } from "./draft.ts"

type Released = Extract<TicketEvent, { readonly _tag: "tickets.ReplyReleased.v1" }>

/** The answer of support, for the owner of the ticket. A forgotten ticket sends nothing. */
export const answerDrafts = (
  { messageId, releasedAt }: Released,
  { place, subject, messages, isForgotten }: TicketState,
  to: MailRecipient | null,
  replyTo: string | null,
): ReadonlyArray<Draft> => {
  const answer = messages.find((message) => message.messageId === messageId)
  if (to === null || place === null || isForgotten || answer === undefined) return []
  const about = { at: releasedAt, ticketNumber: place.number }
  const details = { ticket: `${subject} (${place.number})`, message: answer.text, replyTo }
  const made = draft(to, "ticketAnswered", about, Date.parse(releasedAt) + NOTICE_LIFE_MS, details)
  return made === null ? [] : [made]
}
