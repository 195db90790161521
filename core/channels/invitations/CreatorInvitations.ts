import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, reader, uuidv7, writer } from "#core/kernel"
import { cleanLine } from "../readChannelForm.ts"
import type { NoInvitation, TooManyInvitations } from "../refusals.ts"
import { type CreatorInvite, CreatorInvites, inviteCreator, takeInvitation } from "./inviteCreator.ts"

/** Invitations to become a creator. Commands return the log position to wait for. */
export class CreatorInvitations extends Context.Service<
  CreatorInvitations,
  {
    /** Invites the publisher of a feed, or, without a feed, anyone who gets the link. */
    invite(personId: string, feedId: string | null, name: string): Effect.Effect<number, TooManyInvitations>
    /** The invitations of a person, the newest first. */
    listOf(personId: string): Effect.Effect<ReadonlyArray<CreatorInvite>>
    take(personId: string, inviteId: string, takerId: string): Effect.Effect<number, NoInvitation>
  }
>()("core/channels/CreatorInvitations") {
  static readonly layer = Layer.effect(
    CreatorInvitations,
    Effect.map(Effect.all([writer(CreatorInvites), reader(CreatorInvites)]), ([write, read]) =>
      CreatorInvitations.of({
        invite: Effect.fn("CreatorInvitations.invite")(function* (personId, feedId, name) {
          const nowMs = yield* Clock.currentTimeMillis
          const invitation = { personId, inviteId: uuidv7(nowMs), feedId, name: cleanLine(name), nowMs }
          return (yield* write(personId, inviteCreator(invitation)).pipe(dieOnConflict)).receipt.position
        }),
        listOf: (personId) => Effect.map(read(personId), ({ invites }) => [...invites.values()].toReversed()),
        take: Effect.fn("CreatorInvitations.take")(function* (personId, inviteId, takerId) {
          const nowMs = yield* Clock.currentTimeMillis
          const decide = takeInvitation({ personId, inviteId, takerId, nowMs })
          return (yield* write(personId, decide).pipe(dieOnConflict)).receipt.position
        }),
      }),
    ),
  )
}
