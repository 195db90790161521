import { Schema } from "effect"
import { Purpose } from "#core/accounts"

/** What a message can be about: a code for each purpose, and what an account's owner has to know. */
export const MailKind = Schema.Literals([
  ...Purpose.literals,
  "addressTried",
  "passwordChanged",
  "newDevice",
  "accountDeleted",
  "stepOn",
  "stepOff",
  "stepRemovalAsked",
  "passkeyAdded",
  "appPasswordMade",
  "identityLinked",
  "donationMade",
  "donationReceived",
  "depositCredited",
  "depositReversed",
  "withdrawalAddressAdded",
  "withdrawalPasswordSet",
  "withdrawalRequested",
])
export type MailKind = typeof MailKind.Type

/** What is the person's own, sealed for them. */
export const Personal = Schema.Struct({
  to: Schema.String,
  /** How the browser of a new sign-in calls itself. */
  device: Schema.optionalKey(Schema.String),
  /** What the person calls a new way to sign in. */
  name: Schema.optionalKey(Schema.String),
  /** What moved, exact and with its chain's name, `0.5 BTC`; the letter says it in its reader's words. */
  amount: Schema.optionalKey(Schema.String),
  /** Who gave it, or whom it was given to, by the name that they show. */
  giver: Schema.optionalKey(Schema.String),
  receiver: Schema.optionalKey(Schema.String),
  /** Of a chain: where coins are to be sent. */
  address: Schema.optionalKey(Schema.String),
  /** What the giver wrote. */
  message: Schema.optionalKey(Schema.String),
})
export type Personal = typeof Personal.Type

/** What nobody has to hide: ids and times (ISO 8601). */
export type About = {
  /** When what the message tells of happened. */
  readonly at: string
  readonly codeId?: string
  /** A code whose link is in the message, and whose digits are not: they were of use already. */
  readonly linkId?: string
  /** How long the code lives from then on, in milliseconds. */
  readonly livesMs?: number
}

/** A message to be sent. Its text is made from this when it is sent. */
export type Message = {
  /** The id of the event that it is written from (UUID). */
  readonly messageId: string
  /** Whom `personal` is sealed for: the person (a UUID), or what stands for one who is gone. */
  readonly subjectId: string
  readonly kind: MailKind
  readonly locale: string
  readonly about: About
  readonly personal: Personal
  /** After this nobody needs it: milliseconds since 1970. */
  readonly expiresMs: number
}

export type MailState = "waiting" | "sent" | "bounced" | "expired"

/** A message with what became of it so far. */
export type KeptMessage = Omit<Message, "personal"> & {
  readonly sealed: Uint8Array
  readonly state: MailState
  readonly attempts: number
  readonly madeMs: number
  /** The last answer of the mail server, as its code. */
  readonly reply: string | null
}
