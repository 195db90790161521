import { Effect } from "effect"
import { batchedWriter, currentTimeIso, type Decide, dieOnConflict, EventStore, isUuid, writer } from "#core/kernel"
import { Creators } from "./Creators.ts"
import { roomBusyOnConflict, toCommandResult } from "./commandHelpers.ts"
import {
  type CallerId,
  type MemberRequest,
  type MessageRequest,
  OPERATOR,
  type OwnedRoomRequest,
  type PersonRequest,
} from "./commands.ts"
import { type ChatPersonEvent, type RoomEvent, RoomEvents } from "./events.ts"
import { findPostedEvent, senderOf } from "./findPostedEvent.ts"
import { Grant, grantIdOf, grantLevel, revokeLevel } from "./grant/Grant.ts"
import { makeGroupCommands } from "./groupCommands.ts"
import { roomIdOf } from "./ids.ts"
import { makeMessageAccess } from "./messageAccess.ts"
import { makeMessageCommands } from "./messageCommands.ts"
import { ChatPerson, type ChatPersonState } from "./person/ChatPerson.ts"
import {
  blockPerson,
  forgetPerson,
  type QuietHours,
  reportMessage,
  setQuietHours,
  unblockPerson,
} from "./person/changePerson.ts"
import { makePostCommands } from "./postCommands.ts"
import { makeReactionCommands } from "./reactionCommands.ts"
import { currentPermissions, makePermissionReader } from "./readPermissions.ts"
import { NeedPermission, NoMessage } from "./refusals.ts"
import {
  banAsOperators,
  banPerson,
  OPERATORS_CAUSE,
  openRoom,
  shutRoom,
  unbanAsOperators,
  unbanPerson,
} from "./room/moderateRoom.ts"
import { Room, type RoomState, type WriteRoom } from "./room/Room.ts"
import { makeSeatCommands } from "./seatCommands.ts"

/** Commands of creators in their own rooms, and of operators in all rooms. */
const makeModerationCommands = (write: WriteRoom) =>
  Effect.gen(function* () {
    const [creators, store] = [yield* Creators, yield* EventStore]

    const written = <Refusal>(roomId: string, decide: Decide<RoomState, RoomEvent, Refusal>) =>
      Effect.map(roomBusyOnConflict(write(roomId, decide)), toCommandResult(roomId))

    const asOwner = Effect.fnUntraced(function* ({ by, scope, ownerId }: OwnedRoomRequest) {
      // Groups among friends are neither opened nor shut.
      if (scope === "Group") return yield* new NeedPermission()
      if (by !== OPERATOR && (by !== ownerId || !isUuid(ownerId))) return yield* new NeedPermission()
      const isCreator = by === OPERATOR || (yield* creators.isCreator(ownerId))
      return { scope, ownerId, isCreator, nowIso: yield* currentTimeIso }
    })

    const asModerator = Effect.fnUntraced(function* ({ by, room, personId }: MemberRequest) {
      const mayModerate = by === OPERATOR || (by === room.ownerId && isUuid(by))
      if (!mayModerate || personId === room.ownerId) return yield* new NeedPermission()
      return { roomId: roomIdOf(room), personId, nowIso: yield* currentTimeIso }
    })

    const ownerOf = Effect.fn("Chats.ownerOf")(function* (roomId: string) {
      const [first] = yield* store.readStream(`${Room.category}-${roomId}`, 0, 1)
      const opened = first && RoomEvents.decodeOpen(first.type, first.data)
      if (opened?._tag !== "chat.RoomOpened.v1" || opened.scope === "Person" || opened.scope === "Group") return null
      return opened.ownerId
    })

    return {
      ownerOf,
      banByOperator: Effect.fn("Chats.banByOperator")(function* (roomId: string, personId: string, cause: string) {
        const ownerId = yield* ownerOf(roomId)
        if (ownerId === null || ownerId === personId) return yield* new NeedPermission()
        return yield* written(roomId, banAsOperators({ roomId, personId, cause, nowIso: yield* currentTimeIso }))
      }),
      unbanByOperator: Effect.fn("Chats.unbanByOperator")(function* (roomId: string, personId: string, cause: string) {
        return yield* written(roomId, unbanAsOperators({ roomId, personId, cause, nowIso: yield* currentTimeIso }))
      }),
      openRoom: Effect.fn("Chats.openRoom")(function* (of: OwnedRoomRequest) {
        return yield* written(roomIdOf(of), openRoom(yield* asOwner(of)))
      }),
      shutRoom: Effect.fn("Chats.shutRoom")(function* (of: OwnedRoomRequest) {
        return yield* written(roomIdOf(of), shutRoom(yield* asOwner(of)))
      }),
      ban: Effect.fn("Chats.ban")(function* (of: MemberRequest) {
        const member = yield* asModerator(of)
        return yield* written(
          member.roomId,
          of.by === OPERATOR ? banAsOperators({ ...member, cause: OPERATORS_CAUSE }) : banPerson(member),
        )
      }),
      unban: Effect.fn("Chats.unban")(function* (of: MemberRequest) {
        const member = yield* asModerator(of)
        return yield* written(
          member.roomId,
          of.by === OPERATOR ? unbanAsOperators({ ...member, cause: OPERATORS_CAUSE }) : unbanPerson(member),
        )
      }),
    }
  })

/** Combines the commands on rooms, seats, people and grants. */
export const makeChats = Effect.gen(function* () {
  const known = yield* makePermissionReader
  const permissions = currentPermissions(known)
  const find = yield* findPostedEvent
  const writeRoom = yield* batchedWriter(Room, known.knownRoom)
  const rooms = yield* makePostCommands(known, writeRoom)
  const changed = yield* makeMessageCommands(known, writeRoom, find)
  const access = yield* makeMessageAccess(permissions)
  const reactions = yield* makeReactionCommands(known, find)
  const seats = yield* makeSeatCommands(known)
  const groups = yield* makeGroupCommands(known, seats)
  const moderated = yield* makeModerationCommands(writeRoom)
  const writePerson = yield* writer(ChatPerson)
  const writeGrant = yield* writer(Grant)

  const decided = <Refusal>(
    by: CallerId,
    decide: (of: {
      readonly personId: string
      readonly nowIso: string
    }) => Decide<ChatPersonState, ChatPersonEvent, Refusal>,
  ) =>
    Effect.gen(function* () {
      if (by === null || !isUuid(by)) return yield* new NeedPermission()
      const written = yield* dieOnConflict(writePerson(by, decide({ personId: by, nowIso: yield* currentTimeIso })))
      return toCommandResult("")(written)
    })

  return {
    ...rooms,
    ...changed,
    ...access,
    ...reactions,
    ...seats,
    ...groups,
    ...moderated,
    permissions,
    logListener: known.logListener,

    block: Effect.fn("Chats.block")(({ by, personId }: PersonRequest) =>
      decided(by, (of) => blockPerson({ ...of, blockedId: personId.toLowerCase() })),
    ),
    unblock: Effect.fn("Chats.unblock")(({ by, personId }: PersonRequest) =>
      decided(by, (of) => unblockPerson({ ...of, blockedId: personId.toLowerCase() })),
    ),
    setQuietHours: Effect.fn("Chats.setQuietHours")(
      ({ by, hours }: { readonly by: CallerId; readonly hours: QuietHours | null }) =>
        decided(by, (of) => setQuietHours({ ...of, hours })),
    ),
    report: Effect.fn("Chats.report")(function* ({
      by,
      room,
      seq,
      reason,
    }: MessageRequest & { readonly reason: string }) {
      const { mayRead, roomId } = yield* permissions(room, by, 0)
      if (!mayRead) return yield* new NeedPermission()
      const senderId = senderOf(yield* find(roomId, seq))
      if (senderId === null) return yield* new NoMessage()
      return yield* decided(by, (of) => reportMessage({ ...of, roomId, seq, senderId, reason }))
    }),

    grant: Effect.fn("Chats.grant")(function* (of: Member & { readonly level: 2 | 3 }) {
      const decide = grantLevel({ ...of, nowIso: yield* currentTimeIso })
      return toCommandResult("")(yield* dieOnConflict(writeGrant(grantIdOf(of.creatorId, of.personId), decide)))
    }),
    revoke: Effect.fn("Chats.revoke")(function* (of: Member) {
      const decide = revokeLevel({ ...of, nowIso: yield* currentTimeIso })
      return toCommandResult("")(yield* dieOnConflict(writeGrant(grantIdOf(of.creatorId, of.personId), decide)))
    }),
    forgetPerson: Effect.fn("Chats.forgetPerson")(function* (personId: string) {
      const decide = forgetPerson({ personId, nowIso: yield* currentTimeIso })
      return toCommandResult("")(yield* dieOnConflict(writePerson(personId, decide)))
    }),
  }
})

type Member = { readonly creatorId: string; readonly personId: string }
