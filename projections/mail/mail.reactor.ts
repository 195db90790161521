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
import { type Sealing, type Sql, type StoredEvent, SubjectEvents } from "#core/kernel"
import { Mail, type Message, NOTICE_LIFE_MS } from "#core/mail"
import { findProfile } from "#projections/accounts"
import { type Reactor, waitFor } from "#projections/runner"

/** Facts that somebody gets a message for, and the erasure after which nothing is kept of it. */
const TOLD = [
  "accounts.CodeIssued.v1",
  "accounts.AddressTried.v1",
  "accounts.PasswordChanged.v1",
  "accounts.SignedIn.v1",
  "accounts.AccountDeleted.v1",
] as const
const TOLD_OF_STEPS = [
  "accounts.TwoStepEnrolled.v1",
  "accounts.TwoStepStopped.v1",
  "accounts.StepRemovalAsked.v1",
  "accounts.TwoStepRemoved.v1",
] as const
const OF_STEPS: ReadonlySet<string> = new Set(TOLD_OF_STEPS)
/** New ways to sign in. These facts name no address: it is looked up. */
const WAYS = new Map<string, (stored: StoredEvent) => Effect.Effect<WayEvent, Schema.SchemaError, Sealing>>([
  ["accounts.PasskeyAdded.v1", PasskeyEvents.decode],
  ["accounts.AppPasswordMade.v1", AppPasswordEvents.decode],
  ["accounts.IdentityLinked.v1", IdentityEvents.decode],
])
type WayEvent = PasskeyEvent | AppPasswordEvent | IdentityEvent
const ERASED = "kernel.SubjectErased.v1"

/** Writes the mail that follows from facts of accounts. The event's id is the message's, so that each fact makes one. */
export const mailReactor = Effect.gen(function* () {
  const mail = yield* Mail
  const services = yield* Effect.context<Sealing | Sql>()
  return {
    name: "mail",
    types: [...TOLD, ...TOLD_OF_STEPS, ...WAYS.keys(), ERASED],
    from: "beginning",
    react: async (stored) => {
      if (stored.type === ERASED) {
        const { subjectId } = SubjectEvents.decodeSync(stored.type, stored.data)
        // Not every subject is a person; a text is one too.
        await Effect.runPromise(mail.forget(subjectId))
        return
      }
      const message = await Effect.runPromise(Effect.provide(draftOf(stored), services))
      // An erased person has no address any more.
      if (message !== null) await Effect.runPromise(mail.post({ ...message, messageId: stored.eventId }))
    },
  } satisfies Reactor
})

const draftOf = Effect.fnUntraced(function* (stored: StoredEvent) {
  const decodeWay = WAYS.get(stored.type)
  if (decodeWay === undefined) return messageOf(yield* decode(stored))
  const event = yield* decodeWay(stored)
  // Whoever opened an account a moment ago is not known before the read model has them.
  yield* waitFor("accounts", stored.position, KNOWN_MS_MAX)
  const profile = yield* findProfile(event.personId)
  return profile === null ? null : wayMessageOf(event, profile)
})

/** How long the read model of accounts may be behind. */
const KNOWN_MS_MAX = 10_000

const decode = (stored: StoredEvent): Effect.Effect<AccountEvent | TwoStepEvent, Schema.SchemaError, Sealing> =>
  OF_STEPS.has(stored.type) ? TwoStepEvents.decode(stored) : AccountEvents.decode(stored)

type Draft = Omit<Message, "messageId">

/** The message that a fact is told by, or null where nobody is told. */
export const messageOf = (event: AccountEvent | TwoStepEvent): Draft | null => {
  switch (event._tag) {
    case "accounts.CodeIssued.v1": {
      const { codeId, purpose, issuedAt, expiresAt } = event
      const [issuedMs, expiresMs] = [Date.parse(issuedAt), Date.parse(expiresAt)]
      const about = { at: issuedAt, codeId, livesMs: expiresMs - issuedMs }
      return draft(event, purpose, about, expiresMs)
    }
    case "accounts.AddressTried.v1":
      return notice(event, "addressTried", event.triedAt)
    case "accounts.PasswordChanged.v1":
      return event.rehashed ? null : notice(event, "passwordChanged", event.changedAt)
    case "accounts.SignedIn.v1":
      return event.known ? null : notice(event, "newDevice", event.signedInAt, { device: event.device })
    case "accounts.AccountDeleted.v1":
      // The person's own key is gone by then.
      return notice({ ...event, personId: event.farewellId }, "accountDeleted", event.deletedAt)
    case "accounts.TwoStepEnrolled.v1":
      return event.replaced ? null : notice(event, "stepOn", event.enrolledAt)
    case "accounts.TwoStepStopped.v1":
      return notice(event, "stepOff", event.stoppedAt)
    case "accounts.TwoStepRemoved.v1":
      return notice(event, "stepOff", event.removedAt)
    case "accounts.StepRemovalAsked.v1": {
      const { codeId, askedAt, dueAt } = event
      return draft(event, "stepRemovalAsked", { at: askedAt, linkId: codeId }, Date.parse(dueAt))
    }
    default:
      return null
  }
}

/** The message about a new way to sign in, to whom it signs in; null where it is none. */
export const wayMessageOf = (event: WayEvent, { email, locale }: Omit<Addressed, "personId">): Draft | null => {
  const to = { personId: event.personId, email, locale }
  switch (event._tag) {
    case "accounts.PasskeyAdded.v1":
      return notice(to, "passkeyAdded", event.addedAt, { name: event.name })
    case "accounts.AppPasswordMade.v1":
      return notice(to, "appPasswordMade", event.madeAt, { name: event.name })
    case "accounts.IdentityLinked.v1":
      return notice(to, "identityLinked", event.linkedAt, { name: event.label })
    default:
      return null
  }
}

type Addressed = { readonly personId: string; readonly email: string | null; readonly locale: string }

const notice = (to: Addressed, kind: Draft["kind"], at: string, details: Details = {}): Draft | null =>
  draft(to, kind, { at }, Date.parse(at) + NOTICE_LIFE_MS, details)

/** What a message tells beside its words; what is null or empty is left out. */
type Details = { readonly device?: string | null; readonly name?: string | null }

const draft = (
  { personId, email, locale }: Addressed,
  kind: Draft["kind"],
  about: Draft["about"],
  expiresMs: number,
  { device, name }: Details = {},
): Draft | null =>
  email === null
    ? null
    : {
        subjectId: personId,
        kind,
        locale,
        about,
        expiresMs,
        personal: { to: email, ...(device ? { device } : {}), ...(name ? { name } : {}) },
      }
