import { Effect, type Schema } from "effect"
import { AccountEvents, AppPasswordEvents, IdentityEvents, PasskeyEvents, TwoStepEvents } from "#core/accounts"
import { ClaimEvents } from "#core/channels"
import { EventStore, type Sealing, type Sql, type StoredEvent, SubjectEvents } from "#core/kernel"
import { type Notice, Notices } from "#core/notices"
import { findFeed } from "#projections/feeds"
import type { Reactor } from "#projections/runner"
import { lostNotice, noticeOf, type Told } from "./noticeOf.ts"

/** Facts that somebody may be told of, by the family that reads them. */
const TOLD = [
  [AccountEvents, "AccountActivated AddressTried PasswordChanged SignedIn"],
  [
    TwoStepEvents,
    "TwoStepEnrolled TwoStepStopped TwoStepRemoved RecoveryCodesMade RecoveryCodeUsed StepRemovalAsked StepRemovalCancelled",
  ],
  [PasskeyEvents, "PasskeyAdded PasskeyRemoved"],
  [AppPasswordEvents, "AppPasswordMade AppPasswordRevoked"],
  [IdentityEvents, "IdentityLinked IdentityUnlinked"],
] as const
const CLAIMED = "channels.FeedClaimed.v1"
const ERASED = "kernel.SubjectErased.v1"

type Decode = (stored: StoredEvent) => Effect.Effect<Told, Schema.SchemaError, Sealing>
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ...TOLD.flatMap(([{ decode }, names]) => names.split(" ").map((name) => [`accounts.${name}.v1`, decode] as const)),
  [CLAIMED, ClaimEvents.decode],
])

/**
 * Tells people what happened to their accounts, and forgets what they were told when they leave: one reactor, because
 * what happened before somebody left must not be told after it. The event's id is the notice's source: told once.
 */
export const noticesReactor = Effect.gen(function* () {
  const desk = yield* Notices
  const store = yield* EventStore
  const services = yield* Effect.context<Sealing | Sql>()

  /** Who was erased is told nothing: there is no key any more that it could be sealed with. */
  const isErased = (personId: string) =>
    Effect.map(store.readStream(`subject-${personId}`, 0, 1), ({ length }) => length > 0)

  /** Whose feed it was before, where it was somebody else's. */
  const loserOf = Effect.fnUntraced(function* ({ stream, version }: StoredEvent, personId: string) {
    const [before] = version < 2 ? [] : yield* store.readStream(stream, version - 2, 1)
    if (before?.type !== CLAIMED) return null
    const loser = ClaimEvents.decodeSync(before.type, before.data).personId
    return loser === personId ? null : loser
  })

  const give = Effect.fnUntraced(function* (personId: string, { eventId }: StoredEvent, notice: Notice) {
    if (!(yield* isErased(personId))) yield* desk.give(personId, eventId, notice)
  })

  const tell = Effect.fnUntraced(function* (stored: StoredEvent, decode: Decode) {
    const event = yield* Effect.orDie(decode(stored))
    const feed = event._tag === CLAIMED ? yield* findFeed(event.feedId) : null
    const notice = noticeOf(event, feed?.title)
    if (notice !== null) yield* give(event.personId, stored, notice)
    if (event._tag !== CLAIMED) return
    const loser = yield* loserOf(stored, event.personId)
    if (loser !== null) yield* give(loser, stored, lostNotice(event.feedId, event.claimedAt, feed?.title ?? ""))
  })

  return {
    name: "notices",
    types: [...decoders.keys(), ERASED],
    from: "beginning",
    react: async (stored) => {
      const decode = decoders.get(stored.type)
      const work =
        decode === undefined
          ? desk.forget(SubjectEvents.decodeSync(stored.type, stored.data).subjectId)
          : tell(stored, decode)
      await Effect.runPromiseWith(services)(work)
    },
  } satisfies Reactor
})
