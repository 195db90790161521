import { Effect } from "effect"
import { currentTimeIso, type Decide, isUuid } from "#core/kernel"
import { Creators } from "./Creators.ts"
import { roomBusyOnConflict, toCommandResult } from "./commandHelpers.ts"
import { type MemberRequest, OPERATOR, type OwnedRoomRequest } from "./commands.ts"
import type { RoomEvent } from "./events.ts"
import { roomIdOf } from "./ids.ts"
import { NeedPermission } from "./refusals.ts"
import { banPerson, openRoom, shutRoom, unbanPerson } from "./room/moderateRoom.ts"
import type { RoomState, WriteRoom } from "./room/Room.ts"

/** Commands of creators in their own rooms, and of operators in all rooms. */
export const makeModerationCommands = (write: WriteRoom) =>
  Effect.gen(function* () {
    const creators = yield* Creators

    const written = <Refusal>(roomId: string, decide: Decide<RoomState, RoomEvent, Refusal>) =>
      Effect.map(roomBusyOnConflict(write(roomId, decide)), toCommandResult(roomId))

    const asOwner = Effect.fnUntraced(function* ({ by, scope, ownerId }: OwnedRoomRequest) {
      if (by !== OPERATOR && (by !== ownerId || !isUuid(ownerId))) return yield* new NeedPermission()
      const isCreator = by === OPERATOR || (yield* creators.isCreator(ownerId))
      return { scope, ownerId, isCreator, nowIso: yield* currentTimeIso }
    })

    const asModerator = Effect.fnUntraced(function* ({ by, room, personId }: MemberRequest) {
      const mayModerate = by === OPERATOR || (by === room.ownerId && isUuid(by))
      if (!mayModerate || personId === room.ownerId) return yield* new NeedPermission()
      return { roomId: roomIdOf(room), personId, nowIso: yield* currentTimeIso }
    })

    return {
      openRoom: Effect.fn("Chats.openRoom")(function* (of: OwnedRoomRequest) {
        return yield* written(roomIdOf(of), openRoom(yield* asOwner(of)))
      }),
      shutRoom: Effect.fn("Chats.shutRoom")(function* (of: OwnedRoomRequest) {
        return yield* written(roomIdOf(of), shutRoom(yield* asOwner(of)))
      }),
      ban: Effect.fn("Chats.ban")(function* (of: MemberRequest) {
        return yield* written(roomIdOf(of.room), banPerson(yield* asModerator(of)))
      }),
      unban: Effect.fn("Chats.unban")(function* (of: MemberRequest) {
        return yield* written(roomIdOf(of.room), unbanPerson(yield* asModerator(of)))
      }),
    }
  })
