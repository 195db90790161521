import { type Message, NOTICE_LIFE_MS, type Personal } from "#core/mail"

/** A message without its id. */
export type Draft = Omit<Message, "messageId">

export type MailRecipient = { readonly personId: string; readonly email: string | null; readonly locale: string }

/** Personal details of a message; null and empty ones are left out. */
type Details = { readonly [Name in Exclude<keyof Personal, "to">]?: string | null | undefined }

/** A message about an event; null if the person has no address. */
export const notice = (to: MailRecipient, kind: Draft["kind"], at: string, details: Details = {}): Draft | null =>
  draft(to, kind, { at }, Date.parse(at) + NOTICE_LIFE_MS, details)

/** A message; null if the person has no address. */
export const draft = (
  { personId, email, locale }: MailRecipient,
  kind: Draft["kind"],
  about: Draft["about"],
  expiresMs: number,
  details: Details = {},
): Draft | null => {
  if (email === null) return null
  const filled = Object.fromEntries(Object.entries(details).filter(([, value]) => value)) as Omit<Personal, "to">
  return { subjectId: personId, kind, locale, about, expiresMs, personal: { to: email, ...filled } }
}
