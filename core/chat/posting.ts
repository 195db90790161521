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
import type { Post, Posted } from "./commands.ts"
import { isConversation, messageCommandId, otherOf, type RoomAddress, removalCommandId, seatIdOf } from "./ids.ts"
import { busy } from "./inTime.ts"
import { permitted } from "./permitted.ts"
import { ChatPerson } from "./person/ChatPerson.ts"
import { NeedPermission } from "./refusals.ts"
import { postMessage, unfitFor } from "./room/postMessage.ts"
import { Room, type WriteRoom } from "./room/Room.ts"
import { Seat } from "./seat/Seat.ts"
import { areTaken, takeSeats } from "./seat/takeSeats.ts"
import type { Asked, standings } from "./standings.ts"

/** Rooms whose epoch is kept in memory; it never changes. */
const EPOCHS_KEPT_MAX = 50_000

/** Whether nobody has to take a seat before something is said: that is nearly always so, and nothing is forked for it. */
const sit = ({ own, other }: Asked): boolean => other === null || (own.status === "joined" && other.status !== "none")

/** A message as it comes, and how old what is known of its room may be. */
type Said = Parameters<typeof unfitFor>[1] & { readonly ageMsMax: number }

/** What is kept with the receipt of a message. */
type Answer = { readonly roomId: string; readonly seq: number; readonly at: string }

/** Writes in rooms: group commit, so that a busy room takes thousands of messages a second. */
export const posting = (known: Effect.Success<typeof standings>, write: WriteRoom) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealing = yield* Sealing
    const writeJointly = yield* jointWriter
    const { roomOf } = known
    const permit = permitted(known)
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

    const seated = Effect.fnUntraced(function* (address: RoomAddress, by: string, asked: Asked, said: Said) {
      const { roomId, own, other } = asked
      if (!isConversation(address) || other === null) return
      const room = yield* roomOf(roomId, said.ageMsMax)
      if (areTaken({ room, own, other }) || !asked.standingIn(room).mayWrite) return
      // What nobody can say invites nobody: it is refused when the message is decided on.
      if (unfitFor(room, said) !== undefined) return
      // Nor does what was said before, perhaps to somebody else: it is answered as it was then.
      if ((yield* store.receipt(messageCommandId(by, said.clientId))) !== null) return
      const otherId = otherOf(address, by)
      const parts = {
        room: { aggregate: Room, id: roomId },
        own: { aggregate: Seat, id: seatIdOf(roomId, by) },
        other: { aggregate: Seat, id: seatIdOf(roomId, otherId) },
        person: { aggregate: ChatPerson, id: by },
      }
      // The command's id belongs to the message: what comes before it is decided by how things are.
      yield* dieOnConflict(
        writeJointly(parts, takeSeats({ address, by, otherId, nowIso: yield* currentTimeIso })),
      ).pipe(withFreshCommandId)
    })

    return {
      epochOf,

      stands: Effect.fn("Chats.stands")(function* (personId: string, clientId: string) {
        const said = (yield* store.receipt(messageCommandId(personId, clientId)))?.answer as Answer | undefined
        return said !== undefined && (yield* store.receipt(removalCommandId(said.roomId, said.seq))) === null
      }),

      post: ({ by, room, clientId, ...draft }: Post) =>
        permit(by, room, (asked, senderId, ageMsMax) =>
          Effect.gen(function* () {
            const { roomId } = asked
            // Keys before the message waits for its turn: looked up one after the other they would hold up a busy room.
            const ready = sealing.ready(senderId)
            const isReady = sit(asked)
              ? yield* ready
              : (yield* Effect.all([ready, seated(room, senderId, asked, { ...draft, clientId, ageMsMax })], {
                  concurrency: 2,
                }))[0]
            if (!isReady) return yield* new NeedPermission()
            const at = yield* currentTimeIso
            const decide = postMessage({ ...draft, roomId, senderId, clientId, nowIso: at }, asked.standingIn)
            const posted = busy(
              write(roomId, decide, (state): Answer => ({ roomId, seq: state.head, at: state.lastAt })),
            ).pipe(withCommandId(messageCommandId(senderId, clientId)))
            // The room was opened before anybody could write in it.
            const [{ receipt }, epoch] = epochs.has(roomId)
              ? [yield* posted, yield* epochOf(roomId)]
              : yield* Effect.all([posted, epochOf(roomId)], { concurrency: 2 })
            const answer = receipt.answer as Answer
            return {
              roomId: answer.roomId,
              epoch: answer.roomId === roomId ? epoch : yield* epochOf(answer.roomId),
              seq: answer.seq,
              sentAtIso: answer.at,
              repeated: receipt.repeated,
              position: receipt.position,
            } satisfies Posted
          }),
        ),
    }
  })
