import { Effect } from "effect"
import { EventStore, isUuid } from "#core/kernel"
import { RoomEvents } from "./events.ts"
import { messageCommandId, removalCommandId } from "./ids.ts"
import type { PostReceipt } from "./postCommands.ts"
import type { currentPermissions } from "./readPermissions.ts"
import { addressOf } from "./room/addressOf.ts"
import { Room } from "./room/Room.ts"

/** Who may read a message that is known by its sender and client id alone, as files of messages are. */
export const makeMessageAccess = (permissions: ReturnType<typeof currentPermissions>) =>
  Effect.gen(function* () {
    const store = yield* EventStore

    /** Where a message was stored; null if it was not, or was removed. */
    const find = Effect.fnUntraced(function* (personId: string, clientId: string) {
      const posted = (yield* store.receipt(messageCommandId(personId, clientId)))?.answer as PostReceipt | undefined
      if (posted === undefined) return null
      return (yield* store.receipt(removalCommandId(posted.roomId, posted.seq))) === null ? posted : null
    })

    return {
      wasPosted: Effect.fn("Chats.wasPosted")(function* (personId: string, clientId: string) {
        return (yield* store.receipt(messageCommandId(personId, clientId))) !== null
      }),

      messageExists: Effect.fn("Chats.messageExists")(function* (personId: string, clientId: string) {
        return (yield* find(personId, clientId)) !== null
      }),

      mayReadMessage: Effect.fn("Chats.mayReadMessage")(function* (
        readerId: string,
        senderId: string,
        clientId: string,
      ) {
        const posted = isUuid(readerId) ? yield* find(senderId, clientId) : null
        if (posted === null) return false
        const [first] = yield* store.readStream(`${Room.category}-${posted.roomId}`, 0, 1)
        const address = first && addressOf(RoomEvents.decodeOpen(first.type, first.data))
        return address !== undefined && (yield* permissions(address, readerId, 0)).mayRead
      }),
    }
  })
