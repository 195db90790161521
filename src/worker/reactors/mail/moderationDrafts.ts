import { NOTICE_LIFE_MS } from "#core/mail"
import type { CaseEvent } from "#core/moderation"
import { type Draft, draft, type MailRecipient } from "./draft.ts"

/** The statement of reasons, or the answer to an appeal, for the affected person. */
export const moderationDrafts = (event: CaseEvent, to: MailRecipient | null): ReadonlyArray<Draft> => {
  if (to === null) return []
  const made = draftOf(event, to)
  return made === null ? [] : [made]
}

const draftOf = (event: CaseEvent, to: MailRecipient): Draft | null => {
  const write = (kind: Draft["kind"], at: string, details: Parameters<typeof draft>[4]) =>
    draft(to, kind, { at, caseId: event.caseId }, Date.parse(at) + NOTICE_LIFE_MS, details)
  switch (event._tag) {
    case "moderation.MeasureTaken.v1":
      return write("contentWithheld", event.takenAt, { [event.ground]: event.reference, facts: event.facts })
    case "moderation.AppealDecided.v1":
      return write(event.outcome === "granted" ? "appealGranted" : "appealRejected", event.decidedAt, {
        message: event.note,
      })
    default:
      return null
  }
}
