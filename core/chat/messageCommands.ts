import { Effect } from "effect"
import { currentTimeIso, type Decide, EventStore, Sealing, withCommandId } from "#core/kernel"
import { roomBusyOnConflict, toCommandResult } from "./commandHelpers.ts"
import type { MessageRequest } from "./commands.ts"
import type { RoomEvent } from "./events.ts"
import { draftOf, type findPostedEvent, senderOf } from "./findPostedEvent.ts"
import { removalCommandId } from "./ids.ts"
import { type makePermissionReader, refuseMissing, withPermission } from "./readPermissions.ts"
import { NeedPermission, NoMessage, RoomBusy } from "./refusals.ts"
import { editMessage, forgetMessages, mayRemove, removeAsOperator, removeMessage } from "./room/changeMessage.ts"
import type { RoomState, WriteRoom } from "./room/Room.ts"

/** Attempts of an edit while others keep removing messages of the room. */
const EDIT_ATTEMPTS_MAX = 8

/** Edits and removals. Across all nodes, no event edits a message after its removal. */
export const makeMessageCommands = (
  known: Effect.Success<typeof makePermissionReader>,
  write: WriteRoom,
  find: Effect.Success<typeof findPostedEvent>,
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const unsealed = Effect.provideService(Sealing, yield* Sealing)
    const { roomOf } = known
    const permit = withPermission(known)

    const written = <Refusal>(roomId: string, decide: Decide<RoomState, RoomEvent, Refusal>) =>
      Effect.map(roomBusyOnConflict(write(roomId, decide)), toCommandResult(roomId))

    return {
      edit: Effect.fn("Chats.edit")(({ by, room, seq, text }: MessageRequest & { readonly text: string }) =>
        permit(by, room, (facts, editor) =>
          Effect.gen(function* () {
            const { roomId } = facts
            const posted = yield* find(roomId, seq)
            const senderId = senderOf(posted)
            if (posted === null || senderId === null) return yield* refuseMissing(facts, yield* roomOf(roomId, 0))
            const which = { roomId, seq, senderId, by: editor, nowIso: yield* currentTimeIso, text }
            const { pictures, files } =
              text.trim() === "" ? yield* unsealed(draftOf(posted)) : { pictures: [], files: [] }
            const attempt = Effect.gen(function* () {
              // Read the count before the receipt: a removal in between shows in one of them.
              const { removals: counted } = yield* roomOf(roomId, 0)
              const isRemoved = (yield* store.receipt(removalCommandId(roomId, seq))) !== null
              return yield* written(
                roomId,
                editMessage(which, { isRemoved, counted, pictures, files }, facts.permissionsIn),
              )
            })
            return yield* attempt.pipe(
              Effect.retry({ while: ({ _tag }) => _tag === "RemovedSince", times: EDIT_ATTEMPTS_MAX }),
              Effect.catchTag("RemovedSince", () => Effect.fail(new RoomBusy())),
            )
          }),
        ),
      ),

      remove: Effect.fn("Chats.remove")(({ by, room, seq }: MessageRequest) =>
        permit(by, room, (facts, remover, ageMsMax) =>
          Effect.gen(function* () {
            const { roomId } = facts
            const senderId = senderOf(yield* find(roomId, seq))
            if (senderId === null) return yield* refuseMissing(facts, yield* roomOf(roomId, 0))
            // A removal has one command id, so a repeat by anyone succeeds: check the permission first.
            const permissions = facts.permissionsIn(yield* roomOf(roomId, ageMsMax))
            if (!mayRemove(permissions, { senderId, by: remover })) return yield* new NeedPermission()
            const which = { roomId, seq, senderId, by: remover, nowIso: yield* currentTimeIso }
            return yield* written(roomId, removeMessage(which, facts.permissionsIn)).pipe(
              withCommandId(removalCommandId(roomId, seq)),
            )
          }),
        ),
      ),

      removeByOperator: Effect.fn("Chats.removeByOperator")(function* (roomId: string, seq: number) {
        const senderId = senderOf(yield* find(roomId, seq))
        if (senderId === null) return yield* new NoMessage()
        const which = { roomId, seq, senderId, nowIso: yield* currentTimeIso }
        // The id of every removal of this message: it is removed once, and no edit follows.
        return yield* written(roomId, removeAsOperator(which)).pipe(withCommandId(removalCommandId(roomId, seq)))
      }),

      textOf: Effect.fn("Chats.textOf")(function* (roomId: string, seq: number) {
        const posted = yield* find(roomId, seq)
        if (posted === null) return ""
        const { text, files } = yield* unsealed(draftOf(posted))
        return [text, ...files.map(({ name, bytes }) => `[${name}, ${bytes} bytes]`)]
          .filter((line) => line !== "")
          .join("\n")
      }),

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
