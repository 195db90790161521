import { Schema } from "effect"
import { Purpose } from "#core/accounts"

/** Kinds of messages: a code for each purpose, and notifications about an account. */
export const MailKind = Schema.Literals([
  ...Purpose.literals,
  "signUpRepeated",
  "passwordChanged",
  "emailChanged",
  "newDevice",
  "accountDeleted",
  "stepOn",
  "stepOff",
  "stepRemovalRequested",
  "passkeyAdded",
  "appPasswordMade",
  "identityLinked",
  "applicationApproved",
  "applicationRejected",
  "identityVerified",
  "identityResubmission",
  "identityRejected",
  "identityRevoked",
  "identityExpired",
  "donationMade",
  "donationReceived",
  "depositCredited",
  "depositReversed",
  "withdrawalAddressAdded",
  "withdrawalPasswordSet",
  "withdrawalRequested",
  "renewalReminder",
  "ticketAnswered",
  "ticketReplyProblem",
  "contentWithheld",
  "appealGranted",
  "appealRejected",
  "logProof",
  "emergencyTaken",
])
export type MailKind = typeof MailKind.Type

/** Personal data, sealed for the person. */
export const Personal = Schema.Struct({
  to: Schema.String,
  /** The browser of a new sign-in. */
  device: Schema.optionalKey(Schema.String),
  /** The name that the person gave a new credential. */
  name: Schema.optionalKey(Schema.String),
  /** An exact amount with its chain, `0.5 BTC`; the template formats it for the reader's language. */
  amount: Schema.optionalKey(Schema.String),
  /** Display name of the other person of a donation. */
  giver: Schema.optionalKey(Schema.String),
  receiver: Schema.optionalKey(Schema.String),
  /** The address of a withdrawal. */
  address: Schema.optionalKey(Schema.String),
  /** The address for replies by mail. Who knows it can write there. */
  replyTo: Schema.optionalKey(Schema.String),
  /** The subject of a support ticket. */
  ticket: Schema.optionalKey(Schema.String),
  /** What a decision about the person's content is based on: a law, or a clause of the terms. */
  law: Schema.optionalKey(Schema.String),
  terms: Schema.optionalKey(Schema.String),
  facts: Schema.optionalKey(Schema.String),
  /** The message of a donation, the answer of support, or why an operator did something. */
  message: Schema.optionalKey(Schema.String),
})
export type Personal = typeof Personal.Type

export type ReplyProblem = "empty" | "long" | "tooFast" | "full" | "files"

/** Data that is not personal: ids and times (ISO 8601). */
export type About = {
  /** Time of the event. */
  readonly at: string
  readonly codeId?: string
  /** A code of which the message contains only the link, because its digits were used. */
  readonly linkId?: string
  /** The number of a support ticket. */
  readonly ticketNumber?: string
  /** Why a reply by mail could not be added, or not with all its files. */
  readonly problem?: ReplyProblem
  /** The case of a decision about the person's content. */
  readonly caseId?: string
  /** The newest proof of the log, for operators. */
  readonly proof?: string
  /** Lifetime of the code in milliseconds. */
  readonly livesMs?: number
}

/** A message in the queue. Its text is rendered when it is sent. */
export type Message = {
  /** Id of the event that caused it (UUID). */
  readonly messageId: string
  /** The subject that `personal` is sealed for: the person (a UUID), or a replacement for a deleted one. */
  readonly subjectId: string
  readonly kind: MailKind
  readonly locale: string
  readonly about: About
  readonly personal: Personal
  /** Expiry: milliseconds since 1970. */
  readonly expiresMs: number
}

export type MailState = "waiting" | "sent" | "bounced" | "expired"

/** A stored message with its state. */
export type StoredMail = Omit<Message, "personal"> & {
  readonly sealed: Uint8Array
  readonly state: MailState
  readonly attempts: number
  readonly madeMs: number
  /** The last reply code of the mail server. */
  readonly reply: string | null
}
