import { Effect } from "effect"
import {
  currentTimeIso,
  dieOnConflict,
  EventStore,
  jointWriter,
  Sealing,
  withCommandId,
  withFreshCommandId,
} from "#core/kernel"
import { roomBusyOnConflict } from "./commandHelpers.ts"
import type { PostRequest, PostResult } from "./commands.ts"
import { isConversation, messageCommandId, otherOf, type RoomAddress, seatIdOf } from "./ids.ts"
import { ChatPerson } from "./person/ChatPerson.ts"
import { type makePermissionReader, type PermissionFacts, withPermission } from "./readPermissions.ts"
import { NeedPermission } from "./refusals.ts"
import { postMessage, validateMessage } from "./room/postMessage.ts"
import { Room, type WriteRoom } from "./room/Room.ts"
import { Seat } from "./seat/Seat.ts"
import { areSeatsTaken, takeSeats } from "./seat/takeSeats.ts"

/** Cached room epochs; an epoch never changes. */
const EPOCHS_KEPT_MAX = 50_000

/** Whether both seats exist, as they nearly always do. Avoids a fork per message. */
const areSeatsReady = ({ own, other }: PermissionFacts): boolean =>
  other === null || (own.status === "joined" && other.status !== "none")

type IncomingMessage = Parameters<typeof validateMessage>[1] & { readonly ageMsMax: number }

/** Stored with the receipt of a message. */
export type PostReceipt = { readonly roomId: string; readonly seq: number; readonly at: string }

/** Posts messages with group commit: a busy room takes thousands of messages a second. */
export const makePostCommands = (known: Effect.Success<typeof makePermissionReader>, write: WriteRoom) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealing = yield* Sealing
    const writeJointly = yield* jointWriter
    const { roomOf } = known
    const permit = withPermission(known)
    const epochs = new Map<string, number>()

    const epochOf = Effect.fnUntraced(function* (roomId: string) {
      const known = epochs.get(roomId)
      if (known !== undefined) return known
      const [first] = yield* store.readStream(`${Room.category}-${roomId}`, 0, 1)
      if (first === undefined) return 0
      if (epochs.size >= EPOCHS_KEPT_MAX) epochs.clear()
      epochs.set(roomId, first.position)
      return first.position
    })

    const takeMissingSeats = Effect.fnUntraced(function* (
      address: RoomAddress,
      by: string,
      facts: PermissionFacts,
      said: IncomingMessage,
    ) {
      const { roomId, own, other } = facts
      if (!isConversation(address) || other === null) return
      const room = yield* roomOf(roomId, said.ageMsMax)
      if (areSeatsTaken({ room, own, other }) || !facts.permissionsIn(room).mayWrite) return
      // An invalid message must not invite anyone; it is refused later.
      if (validateMessage(room, said) !== undefined) return
      // Nor may a repeated message, perhaps to someone else: it gets its first reply.
      if ((yield* store.receipt(messageCommandId(by, said.clientId))) !== null) return
      const otherId = otherOf(address, by)
      const parts = {
        room: { aggregate: Room, id: roomId },
        own: { aggregate: Seat, id: seatIdOf(roomId, by) },
        other: { aggregate: Seat, id: seatIdOf(roomId, otherId) },
        person: { aggregate: ChatPerson, id: by },
      }
      // The command id belongs to the message, not to the seats before it.
      yield* dieOnConflict(
        writeJointly(parts, takeSeats({ address, by, otherId, nowIso: yield* currentTimeIso })),
      ).pipe(withFreshCommandId)
    })

    return {
      epochOf,

      post: ({ by, room, clientId, ...draft }: PostRequest) =>
        permit(by, room, (facts, senderId, ageMsMax) =>
          Effect.gen(function* () {
            const { roomId } = facts
            // Load the keys before the message is queued: one by one they would delay a busy room.
            const ready = sealing.ready(senderId)
            const isReady = areSeatsReady(facts)
              ? yield* ready
              : (yield* Effect.all([ready, takeMissingSeats(room, senderId, facts, { ...draft, clientId, ageMsMax })], {
                  concurrency: 2,
                }))[0]
            if (!isReady) return yield* new NeedPermission()
            const at = yield* currentTimeIso
            const decide = postMessage({ ...draft, roomId, senderId, clientId, nowIso: at }, facts.permissionsIn)
            const posted = roomBusyOnConflict(
              write(roomId, decide, (state): PostReceipt => ({ roomId, seq: state.head, at: state.lastAt })),
            ).pipe(withCommandId(messageCommandId(senderId, clientId)))
            // The room exists before anyone can write in it.
            const [{ receipt }, epoch] = epochs.has(roomId)
              ? [yield* posted, yield* epochOf(roomId)]
              : yield* Effect.all([posted, epochOf(roomId)], { concurrency: 2 })
            const answer = receipt.answer as PostReceipt
            return {
              roomId: answer.roomId,
              epoch: answer.roomId === roomId ? epoch : yield* epochOf(answer.roomId),
              seq: answer.seq,
              sentAtIso: answer.at,
              repeated: receipt.repeated,
              position: receipt.position,
            } satisfies PostResult
          }),
        ),
    }
  })
