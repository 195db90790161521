import { Effect } from "effect"
import { currentTimeIso, type Decide, EventStore, Sealing, withCommandId } from "#core/kernel"
import type { AtMessage } from "./commands.ts"
import type { RoomEvent } from "./events.ts"
import { type findPosted, picturesOf, senderOf } from "./findPosted.ts"
import { removalCommandId } from "./ids.ts"
import { busy, done } from "./inTime.ts"
import { permitted, refusedFor } from "./permitted.ts"
import { NeedPermission, RoomBusy } from "./refusals.ts"
import { editMessage, forgetMessages, mayRemove, removeMessage } from "./room/changeMessage.ts"
import type { RoomState, WriteRoom } from "./room/Room.ts"
import type { standings } from "./standings.ts"

/** How often an edit looks what was removed, where others remove messages of the room all the time. */
const LOOKS_MAX = 8

/** Changes what was said. Whatever nodes do at once, no fact edits a message after one that removed it. */
export const changing = (
  known: Effect.Success<typeof standings>,
  write: WriteRoom,
  find: Effect.Success<typeof findPosted>,
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const unsealed = Effect.provideService(Sealing, yield* Sealing)
    const { roomOf } = known
    const permit = permitted(known)

    const written = <Refusal>(roomId: string, decide: Decide<RoomState, RoomEvent, Refusal>) =>
      Effect.map(busy(write(roomId, decide)), done(roomId))

    return {
      edit: Effect.fn("Chats.edit")(({ by, room, seq, text }: AtMessage & { readonly text: string }) =>
        permit(by, room, (asked, editor) =>
          Effect.gen(function* () {
            const { roomId } = asked
            const posted = yield* find(roomId, seq)
            const senderId = senderOf(posted)
            if (posted === null || senderId === null) return yield* refusedFor(asked, yield* roomOf(roomId, 0))
            const which = { roomId, seq, senderId, by: editor, nowIso: yield* currentTimeIso, text }
            const pictures = text.trim() === "" ? yield* unsealed(picturesOf(posted)) : []
            const look = Effect.gen(function* () {
              // First the count, then what it counts: what comes between is seen by one of them.
              const { removals: counted } = yield* roomOf(roomId, 0)
              const isRemoved = (yield* store.receipt(removalCommandId(roomId, seq))) !== null
              return yield* written(roomId, editMessage(which, { isRemoved, counted, pictures }, asked.standingIn))
            })
            return yield* look.pipe(
              Effect.retry({ while: ({ _tag }) => _tag === "RemovedSince", times: LOOKS_MAX }),
              Effect.catchTag("RemovedSince", () => Effect.fail(new RoomBusy())),
            )
          }),
        ),
      ),

      remove: Effect.fn("Chats.remove")(({ by, room, seq }: AtMessage) =>
        permit(by, room, (asked, remover, ageMsMax) =>
          Effect.gen(function* () {
            const { roomId } = asked
            const senderId = senderOf(yield* find(roomId, seq))
            if (senderId === null) return yield* refusedFor(asked, yield* roomOf(roomId, 0))
            // A message is removed once, and a repeat is answered whoever sends it: so it is looked here who may.
            const standing = asked.standingIn(yield* roomOf(roomId, ageMsMax))
            if (!mayRemove(standing, { senderId, by: remover })) return yield* new NeedPermission()
            const which = { roomId, seq, senderId, by: remover, nowIso: yield* currentTimeIso }
            return yield* written(roomId, removeMessage(which, asked.standingIn)).pipe(
              withCommandId(removalCommandId(roomId, seq)),
            )
          }),
        ),
      ),

      forgetMessages: Effect.fn("Chats.forgetMessages")(function* (of: {
        readonly roomId: string
        readonly senderId: string
        readonly seqs: ReadonlyArray<number>
      }) {
        const decide = forgetMessages({ ...of, nowIso: yield* currentTimeIso })
        return yield* written(of.roomId, decide).pipe(Effect.catchTag("RoomBusy", Effect.die))
      }),
    }
  })
