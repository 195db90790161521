import { Effect, type Schema } from "effect"
import {
  type AccountEvent,
  AccountEvents,
  type AppPasswordEvent,
  AppPasswordEvents,
  type IdentityEvent,
  IdentityEvents,
  type PasskeyEvent,
  PasskeyEvents,
  type TwoStepEvent,
  TwoStepEvents,
} from "#core/accounts"
import { type ApplicationEvent, ApplicationEvents } from "#core/channels"
import { type CheckEvent, CheckEvents } from "#core/identity"
import { nameUuid, type Sealing, type Sql, type StoredEvent, SubjectEvents } from "#core/kernel"
import { Mail } from "#core/mail"
import { CaseEvents, hasOwner } from "#core/moderation"
import { RuleEvents } from "#core/subscriptions"
import { ReplyAddresses, TicketEvents, Tickets } from "#core/tickets"
import {
  type AddressBookEvent,
  AddressBookEvents,
  DepositEvents,
  DonationEvents,
  WithdrawalEvents,
  type WithdrawalPasswordEvent,
  WithdrawalPasswordEvents,
} from "#core/wallet"
import { findProfile } from "#projections/accounts"
import { type Reactor, waitFor } from "#projections/runner"
import { type Draft, draft, type MailRecipient, notice } from "./draft.ts"
import { moderationDrafts } from "./moderationDrafts.ts"
import { answerDrafts } from "./ticketDrafts.ts"
import { depositDrafts, donationDrafts, reminderDrafts, withdrawalDrafts } from "./walletDrafts.ts"

/** Events that cause mail. */
const TOLD = [
  "accounts.CodeIssued.v1",
  "accounts.SignUpRepeated.v1",
  "accounts.PasswordChanged.v1",
  "accounts.EmailChanged.v1",
  "accounts.SignedIn.v1",
  "accounts.AccountDeleted.v1",
] as const
const TOLD_OF_STEPS = [
  "accounts.TwoStepEnrolled.v1",
  "accounts.TwoStepStopped.v1",
  "accounts.TwoStepRemovalRequested.v1",
  "accounts.TwoStepRemoved.v1",
] as const
const OF_STEPS: ReadonlySet<string> = new Set(TOLD_OF_STEPS)
/** New ways to sign in and to withdraw, and decisions on applications. These events contain no address, so it is looked up. */
const WAYS = new Map<string, (stored: StoredEvent) => Effect.Effect<WayEvent, Schema.SchemaError, Sealing>>([
  ["accounts.PasskeyAdded.v1", PasskeyEvents.decode],
  ["accounts.AppPasswordMade.v1", AppPasswordEvents.decode],
  ["accounts.IdentityLinked.v1", IdentityEvents.decode],
  ["wallet.AddressAdded.v1", AddressBookEvents.decode],
  ["wallet.WithdrawalPasswordSet.v1", WithdrawalPasswordEvents.decode],
  ["channels.ApplicationApproved.v1", ApplicationEvents.decode],
  ["channels.ApplicationRejected.v1", ApplicationEvents.decode],
  ["identity.Verified.v1", CheckEvents.decode],
  ["identity.ResubmissionAsked.v1", CheckEvents.decode],
  ["identity.Rejected.v1", CheckEvents.decode],
  ["identity.Revoked.v1", CheckEvents.decode],
  ["identity.Expired.v1", CheckEvents.decode],
])
type WayEvent =
  | PasskeyEvent
  | AppPasswordEvent
  | IdentityEvent
  | AddressBookEvent
  | WithdrawalPasswordEvent
  | ApplicationEvent
  | CheckEvent
/** Incoming coins. These events contain only the ids of people. */
const DONATED = "wallet.Donated.v1"
const DEPOSITS: ReadonlySet<string> = new Set(["wallet.DepositCredited.v1", "wallet.DepositReversed.v1"])
const REQUESTED = "wallet.WithdrawalRequested.v1"
const REMINDED = "subscriptions.RenewalReminded.v1"
/** An answer of support, which has left. */
const ANSWERED = "tickets.ReplyReleased.v1"
/** Decisions about reported content, and about appeals. */
const MODERATED: ReadonlySet<string> = new Set(["moderation.MeasureTaken.v1", "moderation.AppealDecided.v1"])
const ERASED = "kernel.SubjectErased.v1"

/**
 * Writes mail about events, and deletes it after erasure. The message id is derived from the event id, so each message
 * is written once.
 */
export const mailReactor = Effect.gen(function* () {
  const mail = yield* Mail
  const services = yield* Effect.context<Sealing | Sql | Tickets | ReplyAddresses>()
  return {
    name: "mail",
    types: [
      ...TOLD,
      ...TOLD_OF_STEPS,
      ...WAYS.keys(),
      DONATED,
      ...DEPOSITS,
      REQUESTED,
      REMINDED,
      ANSWERED,
      ...MODERATED,
      ERASED,
    ],
    from: "beginning",
    react: async (stored) => {
      if (stored.type === ERASED) {
        const { subjectId } = SubjectEvents.decodeSync(stored.type, stored.data)
        // A subject may also be a text instead of a person.
        await Effect.runPromise(mail.forget(subjectId))
        return
      }
      const { eventId } = stored
      const drafts = await Effect.runPromise(Effect.provide(draftsOf(stored), services))
      for (const each of drafts) {
        // One event informs both sides of a donation.
        const messageId = stored.type === DONATED ? nameUuid(`mail\n${eventId}\n${each.subjectId}`) : eventId
        await Effect.runPromise(mail.post({ ...each, messageId }))
      }
    },
  } satisfies Reactor
})

/** The messages about an event. An erased person has no address. */
const draftsOf = Effect.fnUntraced(function* (stored: StoredEvent) {
  if (stored.type === DONATED) {
    const event = yield* DonationEvents.decode(stored)
    const [giver, receiver] = [yield* profileAt(event.fromId, stored), yield* profileAt(event.toId, stored)]
    return donationDrafts(event, { giver, receiver })
  }
  if (DEPOSITS.has(stored.type)) {
    const event = DepositEvents.decodeSync(stored.type, stored.data)
    return depositDrafts(event, yield* profileAt(event.ownerId, stored))
  }
  if (stored.type === REMINDED) {
    const event = RuleEvents.decodeSync(stored.type, stored.data)
    return event._tag === REMINDED ? reminderDrafts(event, yield* profileAt(event.personId, stored)) : []
  }
  if (stored.type === REQUESTED) {
    const event = WithdrawalEvents.decodeSync(stored.type, stored.data)
    return event._tag === REQUESTED ? withdrawalDrafts(event, yield* profileAt(event.personId, stored)) : []
  }
  if (stored.type === ANSWERED) {
    const event = TicketEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== ANSWERED) return []
    const ticket = yield* Tickets.use(({ read }) => read(event.ticketId))
    const replyTo = ticket.place === null ? null : (yield* ReplyAddresses).of(ticket.place.number)
    return answerDrafts(event, ticket, yield* profileAt(event.personId, stored), replyTo)
  }
  if (MODERATED.has(stored.type)) {
    const event = yield* CaseEvents.decode(stored)
    return hasOwner(event) ? moderationDrafts(event, yield* profileAt(event.ownerId, stored)) : []
  }
  const message = yield* draftOf(stored)
  return message === null ? [] : [message]
})

const draftOf = Effect.fnUntraced(function* (stored: StoredEvent) {
  const decodeWay = WAYS.get(stored.type)
  if (decodeWay === undefined) return messageOf(yield* decode(stored))
  const event = yield* decodeWay(stored)
  const profile = yield* profileAt(event.personId, stored)
  return profile === null ? null : wayMessageOf(event, profile)
})

/** Waits for the read model, because a new account may not be in it yet. */
const profileAt = Effect.fnUntraced(function* (personId: string, { position }: StoredEvent) {
  yield* waitFor("accounts", position, KNOWN_MS_MAX)
  return yield* findProfile(personId)
})

/** How long to wait for the accounts read model. */
const KNOWN_MS_MAX = 10_000

const decode = (stored: StoredEvent): Effect.Effect<AccountEvent | TwoStepEvent, Schema.SchemaError, Sealing> =>
  OF_STEPS.has(stored.type) ? TwoStepEvents.decode(stored) : AccountEvents.decode(stored)

/** The message about an event, or null. */
export const messageOf = (event: AccountEvent | TwoStepEvent): Draft | null => {
  switch (event._tag) {
    case "accounts.CodeIssued.v1": {
      const { codeId, purpose, issuedAt, expiresAt } = event
      const [issuedMs, expiresMs] = [Date.parse(issuedAt), Date.parse(expiresAt)]
      const about = { at: issuedAt, codeId, livesMs: expiresMs - issuedMs }
      return draft(event, purpose, about, expiresMs)
    }
    case "accounts.SignUpRepeated.v1":
      return notice(event, "signUpRepeated", event.repeatedAt)
    case "accounts.PasswordChanged.v1":
      return event.rehashed ? null : notice(event, "passwordChanged", event.changedAt)
    case "accounts.EmailChanged.v1":
      // The owner learns of it where an intruder cannot hide it.
      return notice({ ...event, email: event.previousEmail }, "emailChanged", event.changedAt)
    case "accounts.SignedIn.v1":
      return event.known ? null : notice(event, "newDevice", event.signedInAt, { device: event.device })
    case "accounts.AccountDeleted.v1":
      // The person's own key is already deleted.
      return notice({ ...event, personId: event.farewellId }, "accountDeleted", event.deletedAt)
    case "accounts.TwoStepEnrolled.v1":
      return event.replaced ? null : notice(event, "stepOn", event.enrolledAt)
    case "accounts.TwoStepStopped.v1":
      return notice(event, "stepOff", event.stoppedAt)
    case "accounts.TwoStepRemoved.v1":
      return notice(event, "stepOff", event.removedAt)
    case "accounts.TwoStepRemovalRequested.v1": {
      const { codeId, requestedAt, dueAt } = event
      return draft(event, "stepRemovalRequested", { at: requestedAt, linkId: codeId }, Date.parse(dueAt))
    }
    default:
      return null
  }
}

/** The message about a new way to sign in or withdraw, or about a decision on an application; null for other events. */
export const wayMessageOf = (event: WayEvent, { email, locale }: Omit<MailRecipient, "personId">): Draft | null => {
  const to = { personId: event.personId, email, locale }
  switch (event._tag) {
    case "accounts.PasskeyAdded.v1":
      return notice(to, "passkeyAdded", event.addedAt, { name: event.name })
    case "accounts.AppPasswordMade.v1":
      return notice(to, "appPasswordMade", event.madeAt, { name: event.name })
    case "accounts.IdentityLinked.v1":
      return notice(to, "identityLinked", event.linkedAt, { name: event.label })
    case "wallet.AddressAdded.v1":
      return notice(to, "withdrawalAddressAdded", event.addedAt, { name: event.label })
    case "wallet.WithdrawalPasswordSet.v1":
      return notice(to, "withdrawalPasswordSet", event.setAt)
    case "channels.ApplicationApproved.v1":
      return notice(to, "applicationApproved", event.approvedAt)
    case "channels.ApplicationRejected.v1":
      return notice(to, "applicationRejected", event.rejectedAt)
    case "identity.Verified.v1":
      // A statement is verified while its person looks on.
      return event.by === "system" ? null : notice(to, "identityVerified", event.verifiedAt)
    case "identity.ResubmissionAsked.v1":
      return notice(to, "identityResubmission", event.askedAt)
    case "identity.Rejected.v1":
      return notice(to, "identityRejected", event.rejectedAt)
    case "identity.Revoked.v1":
      return notice(to, "identityRevoked", event.revokedAt)
    case "identity.Expired.v1":
      return notice(to, "identityExpired", event.expiredAt)
    default:
      return null
  }
}
