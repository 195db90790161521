import { Effect } from "effect"
import { type Decide, EventStore, isUuid, jointWriter, Sealing } from "#core/kernel"
import type { AtMessage, By, Post, Posted } from "./commands.ts"
import type { RoomEvent } from "./events.ts"
import type { findSender } from "./findSender.ts"
import { isConversation, messageCommandId, otherOf, type RoomAddress, seatIdOf } from "./ids.ts"
import { busy, done, nowIso, settled, withCommand } from "./inTime.ts"
import { AwaitsAnswer, NeedPermission, NoMessage } from "./refusals.ts"
import { editMessage, forgetMessages, removeMessage } from "./room/changeMessage.ts"
import { postMessage } from "./room/postMessage.ts"
import { Room, type RoomState, type WriteRoom } from "./room/Room.ts"
import { Seat } from "./seat/Seat.ts"
import { areTaken, takeSeats } from "./seat/takeSeats.ts"
import { type Asked, STANDING_MS_MAX, type standings } from "./standings.ts"

/** Rooms whose epoch is kept in memory; it never changes. */
const EPOCHS_KEPT_MAX = 50_000

/** What is kept with the receipt of a message. */
type Answer = { readonly roomId: string; readonly seq: number; readonly at: string }

/** Writes in rooms: group commit, so that a busy room takes thousands of messages a second. */
export const posting = (
  { ask, roomOf }: Effect.Success<typeof standings>,
  write: WriteRoom,
  senderOf: Effect.Success<typeof findSender>,
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealing = yield* Sealing
    const writeJointly = yield* jointWriter
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

    const seated = Effect.fnUntraced(function* (address: RoomAddress, by: string, asked: Asked, ageMsMax: number) {
      if (!isConversation(address) || asked.other === null) return
      const { roomId, own, other } = asked
      if (own.status === "joined" && other.status !== "none") return
      const room = yield* roomOf(roomId, ageMsMax)
      if (areTaken({ room, own, other }) || !asked.standingIn(room).mayWrite) return
      const otherId = otherOf(address, by)
      const parts = {
        room: { aggregate: Room, id: roomId },
        own: { aggregate: Seat, id: seatIdOf(roomId, by) },
        other: { aggregate: Seat, id: seatIdOf(roomId, otherId) },
      }
      // The command's id belongs to the message: what comes before it is decided by how things are.
      yield* settled(writeJointly(parts, takeSeats({ address, by, otherId, nowIso: yield* nowIso }))).pipe(
        withCommand(null),
      )
    })

    /** Decides on what may be a second old, and anew where that would refuse. */
    const permitted = <A, E>(
      by: By,
      room: RoomAddress,
      attempt: (asked: Asked, by: string, ageMsMax: number) => Effect.Effect<A, E>,
    ) => {
      const attemptAt = (ageMsMax: number) =>
        Effect.gen(function* () {
          const asked = by !== null && isUuid(by) ? yield* ask(room, by, ageMsMax) : null
          if (by === null || asked === null) return yield* new NeedPermission()
          return yield* attempt(asked, by, ageMsMax)
        })
      return Effect.catchIf(attemptAt(STANDING_MS_MAX), isRefused, () => attemptAt(0))
    }

    const written = <Refusal>(roomId: string, decide: Decide<RoomState, RoomEvent, Refusal>) =>
      Effect.map(busy(write(roomId, decide)), done(roomId))

    return {
      epochOf,

      post: Effect.fn("Chats.post")(({ by, room, clientId, ...draft }: Post) =>
        permitted(by, room, (asked, senderId, ageMsMax) =>
          Effect.gen(function* () {
            const { roomId } = asked
            yield* seated(room, senderId, asked, ageMsMax)
            // Before the message waits for its turn: keys that are looked up one after the other would hold up a busy room.
            if (!(yield* sealing.ready(senderId))) return yield* new NeedPermission()
            const at = yield* nowIso
            const decide = postMessage({ ...draft, roomId, senderId, clientId, nowIso: at }, asked.standingIn)
            const { receipt } = yield* busy(
              write(roomId, decide, (state): Answer => ({ roomId, seq: state.head, at: state.lastAt })),
            ).pipe(withCommand(messageCommandId(senderId, clientId)))
            const answer = receipt.answer as Answer
            return {
              roomId: answer.roomId,
              epoch: yield* epochOf(answer.roomId),
              seq: answer.seq,
              sentAtIso: answer.at,
              repeated: receipt.repeated,
              position: receipt.position,
            } satisfies Posted
          }),
        ),
      ),

      edit: Effect.fn("Chats.edit")(({ by, room, seq, text }: AtMessage & { readonly text: string }) =>
        permitted(by, room, (asked, editor) =>
          Effect.gen(function* () {
            const { roomId } = asked
            const senderId = yield* senderOf(roomId, seq)
            if (senderId === null) return yield* refusedFor(asked, yield* roomOf(roomId, 0))
            const which = { roomId, seq, senderId, by: editor, nowIso: yield* nowIso }
            return yield* written(roomId, editMessage({ ...which, text }, asked.standingIn))
          }),
        ),
      ),

      remove: Effect.fn("Chats.remove")(({ by, room, seq }: AtMessage) =>
        permitted(by, room, (asked, remover) =>
          Effect.gen(function* () {
            const { roomId } = asked
            const senderId = yield* senderOf(roomId, seq)
            if (senderId === null) return yield* refusedFor(asked, yield* roomOf(roomId, 0))
            const which = { roomId, seq, senderId, by: remover, nowIso: yield* nowIso }
            return yield* written(roomId, removeMessage(which, asked.standingIn))
          }),
        ),
      ),

      forgetMessages: Effect.fn("Chats.forgetMessages")(function* (of: {
        readonly roomId: string
        readonly senderId: string
        readonly seqs: ReadonlyArray<number>
      }) {
        const decide = forgetMessages({ ...of, nowIso: yield* nowIso })
        return yield* written(of.roomId, decide).pipe(Effect.catchTag("RoomBusy", Effect.die))
      }),
    }
  })

const isRefused = (error: unknown): boolean => error instanceof NeedPermission || error instanceof AwaitsAnswer

/** What is said of a message that is not there: nothing to who may not see the room. */
const refusedFor = ({ standingIn }: Asked, room: RoomState): NeedPermission | NoMessage =>
  standingIn(room).mayRead ? new NoMessage() : new NeedPermission()
