import { Effect } from "effect"
import { currentTimeIso, type Decide, isUuid } from "#core/kernel"
import { Creators } from "./Creators.ts"
import { type OfMember, type OfRoom, OPERATOR } from "./commands.ts"
import type { RoomEvent } from "./events.ts"
import { roomIdOf } from "./ids.ts"
import { busy, done } from "./inTime.ts"
import { NeedPermission } from "./refusals.ts"
import { banPerson, openRoom, shutRoom, unbanPerson } from "./room/moderateRoom.ts"
import type { RoomState, WriteRoom } from "./room/Room.ts"

/** What creators do in their own rooms, and operators in all. */
export const moderation = (write: WriteRoom) =>
  Effect.gen(function* () {
    const creators = yield* Creators

    const written = <Refusal>(roomId: string, decide: Decide<RoomState, RoomEvent, Refusal>) =>
      Effect.map(busy(write(roomId, decide)), done(roomId))

    const asOwner = Effect.fnUntraced(function* ({ by, scope, ownerId }: OfRoom) {
      if (by !== OPERATOR && (by !== ownerId || !isUuid(ownerId))) return yield* new NeedPermission()
      const isCreator = by === OPERATOR || (yield* creators.isCreator(ownerId))
      return { scope, ownerId, isCreator, nowIso: yield* currentTimeIso }
    })

    const asModerator = Effect.fnUntraced(function* ({ by, room, personId }: OfMember) {
      const mayModerate = by === OPERATOR || (by === room.ownerId && isUuid(by))
      if (!mayModerate || personId === room.ownerId) return yield* new NeedPermission()
      return { roomId: roomIdOf(room), personId, nowIso: yield* currentTimeIso }
    })

    return {
      openRoom: Effect.fn("Chats.openRoom")(function* (of: OfRoom) {
        return yield* written(roomIdOf(of), openRoom(yield* asOwner(of)))
      }),
      shutRoom: Effect.fn("Chats.shutRoom")(function* (of: OfRoom) {
        return yield* written(roomIdOf(of), shutRoom(yield* asOwner(of)))
      }),
      ban: Effect.fn("Chats.ban")(function* (of: OfMember) {
        return yield* written(roomIdOf(of.room), banPerson(yield* asModerator(of)))
      }),
      unban: Effect.fn("Chats.unban")(function* (of: OfMember) {
        return yield* written(roomIdOf(of.room), unbanPerson(yield* asModerator(of)))
      }),
    }
  })
