import { Effect, Result } from "effect"
import {
  type AggregateRef,
  currentTimeIso,
  type Decide,
  dieOnConflict,
  EventStore,
  isUuid,
  jointWriter,
  nameUuid,
} from "#core/kernel"
import type { CallerId, CommandResult } from "./commands.ts"
import { type RoomEvent, RoomEvents, RoomOpened, type SeatEvent } from "./events.ts"
import { addMember, handOverGroup, removeMember, renameGroup, startGroup } from "./group/changeGroup.ts"
import type { GroupEvent } from "./group/events.ts"
import { Group, type GroupState } from "./group/Group.ts"
import { groupRoomOf, roomIdOf, seatIdOf } from "./ids.ts"
import { currentPermissions, type makePermissionReader } from "./readPermissions.ts"
import { NeedPermission } from "./refusals.ts"
import { addressOf } from "./room/addressOf.ts"
import { Room, type RoomState } from "./room/Room.ts"
import { joinRoom, leaveRoom } from "./seat/changeSeat.ts"
import { Seat, type SeatState } from "./seat/Seat.ts"
import type { makeSeatCommands } from "./seatCommands.ts"

type SeatName = `seat.${string}`
type GroupParts = {
  readonly group: AggregateRef<GroupState, GroupEvent>
  readonly room: AggregateRef<RoomState, RoomEvent>
} & { readonly [name: SeatName]: AggregateRef<SeatState, SeatEvent> }

export type StartGroupRequest = {
  readonly by: CallerId
  readonly name: string
  readonly personIds: ReadonlyArray<string>
  /** Chosen by the client; the same for every retry. */
  readonly clientId: string
}
type GroupRequest = { readonly by: CallerId; readonly groupId: string }
export type RenameGroupRequest = GroupRequest & { readonly name: string }
export type GroupMemberRequest = GroupRequest & { readonly personId: string }

/** People whose blocks are read at the same time. */
const READ_AT_ONCE = 8

/** Groups among friends. Each command changes the group, its room and the seats of its members in one transaction. */
export const makeGroupCommands = (
  known: Effect.Success<typeof makePermissionReader>,
  { endSeat, leave }: Pick<Effect.Success<ReturnType<typeof makeSeatCommands>>, "endSeat" | "leave">,
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const writeJointly = yield* jointWriter
    const permissions = currentPermissions(known)

    /** @param personIds people whose seats the command may change */
    const written = Effect.fnUntraced(function* <Refusal>(
      groupId: string,
      personIds: ReadonlyArray<string>,
      decide: Decide<GroupState, GroupEvent, Refusal>,
    ) {
      const nowIso = yield* currentTimeIso
      const roomId = roomIdOf(groupRoomOf(groupId))
      const seats = personIds.map((personId) => {
        const part = { aggregate: Seat, id: seatIdOf(roomId, personId) }
        return [`seat.${personId}` satisfies SeatName, part] as const
      })
      const parts: GroupParts = {
        group: { aggregate: Group, id: groupId },
        room: { aggregate: Room, id: roomId },
        ...Object.fromEntries(seats),
      }
      const jointly = writeJointly(parts, (states) =>
        Result.map(decide(states.group), (events) => ({
          group: events,
          room: events.some(({ _tag }) => _tag === "chat.GroupStarted.v1")
            ? [RoomOpened.make({ roomId, ...groupRoomOf(groupId), personIds: [], openedAt: nowIso })]
            : [],
          ...Object.fromEntries(
            personIds.map((personId) => {
              const seat: SeatState = states[`seat.${personId}`] ?? Seat.initial
              return [
                `seat.${personId}`,
                seatEvents(events, seat, { roomId, personId, nowIso, head: states.room.head }),
              ]
            }),
          ),
        })),
      )
      const { receipt } = yield* dieOnConflict(jointly)
      return { roomId, position: receipt.position } satisfies CommandResult
    })

    /** Who has an open conversation with a person, and which of all these people blocked each other. */
    const relationsOf = Effect.fnUntraced(function* (
      by: string,
      added: ReadonlyArray<string>,
      all: ReadonlyArray<string>,
    ) {
      const open = yield* Effect.filter(
        added,
        (personId) =>
          personId === by || !isUuid(personId)
            ? Effect.succeed(false)
            : Effect.map(
                permissions({ scope: "Person", personIds: [by, personId] }, by, 0),
                ({ state }) => state === "open",
              ),
        { concurrency: READ_AT_ONCE },
      )
      const people = yield* Effect.forEach(
        all,
        (personId) => Effect.map(known.personOf(personId, 0), (person) => [personId, person] as const),
        { concurrency: READ_AT_ONCE },
      )
      const blockedBy = new Map(people.map(([personId, { blockedIds }]) => [personId, blockedIds]))
      return {
        mayAdd: (personId: string) => open.includes(personId),
        isApart: (one: string, other: string) =>
          blockedBy.get(one)?.has(other) === true || blockedBy.get(other)?.has(one) === true,
      }
    })

    const callerOf = ({ by, groupId }: GroupRequest) =>
      by !== null && isUuid(by) && isUuid(groupId) ? Effect.succeed(by) : Effect.fail(new NeedPermission())

    const removeFrom = Effect.fnUntraced(function* (groupId: string, by: string, personId: string) {
      return yield* written(groupId, [personId], removeMember({ groupId, by, personId, nowIso: yield* currentTimeIso }))
    })

    return {
      startGroup: Effect.fn("Chats.startGroup")(function* ({ by, name, personIds, clientId }: StartGroupRequest) {
        if (by === null || !isUuid(by)) return yield* new NeedPermission()
        const groupId = nameUuid(`group\n${by}\n${clientId}`)
        const others = [...new Set(personIds)].filter((personId) => personId !== by)
        const relations = yield* relationsOf(by, others, others)
        const decide = startGroup({ groupId, by, name, personIds: others, nowIso: yield* currentTimeIso }, relations)
        return { ...(yield* written(groupId, [by, ...others], decide)), groupId }
      }),

      renameGroup: Effect.fn("Chats.renameGroup")(function* ({ by, groupId, name }: RenameGroupRequest) {
        const caller = yield* callerOf({ by, groupId })
        return yield* written(groupId, [], renameGroup({ groupId, by: caller, name, nowIso: yield* currentTimeIso }))
      }),

      addGroupMember: Effect.fn("Chats.addGroupMember")(function* ({ by, groupId, personId }: GroupMemberRequest) {
        const caller = yield* callerOf({ by, groupId })
        const { memberIds } = yield* known.groupOf(groupId)
        const relations = yield* relationsOf(caller, [personId], [personId, ...memberIds])
        const decide = addMember({ groupId, by: caller, personId, nowIso: yield* currentTimeIso }, relations)
        return yield* written(groupId, [personId], decide)
      }),

      removeGroupMember: Effect.fn("Chats.removeGroupMember")(function* ({
        by,
        groupId,
        personId,
      }: GroupMemberRequest) {
        return yield* removeFrom(groupId, yield* callerOf({ by, groupId }), personId)
      }),

      handOverGroup: Effect.fn("Chats.handOverGroup")(function* ({ by, groupId, personId }: GroupMemberRequest) {
        const caller = yield* callerOf({ by, groupId })
        return yield* written(
          groupId,
          [],
          handOverGroup({ groupId, by: caller, personId, nowIso: yield* currentTimeIso }),
        )
      }),

      leave: Effect.fn("Chats.leaveRoom")(function* (of: Parameters<typeof leave>[0]) {
        if (of.room.scope !== "Group" || !("ownerId" in of.room)) return yield* leave(of)
        const groupId = of.room.ownerId
        const caller = yield* callerOf({ by: of.by, groupId })
        const { memberIds } = yield* known.groupOf(groupId)
        if (!memberIds.includes(caller)) return yield* new NeedPermission()
        return yield* removeFrom(groupId, caller, caller)
      }),

      endSeat: Effect.fn("Chats.endSeatOf")(function* (roomId: string, personId: string) {
        const [first] = yield* store.readStream(`${Room.category}-${roomId}`, 0, 1)
        const address = first && addressOf(RoomEvents.decodeOpen(first.type, first.data))
        if (address === undefined || !("ownerId" in address) || address.scope !== "Group")
          return yield* endSeat(roomId, personId)
        return yield* Effect.orDie(removeFrom(address.ownerId, personId, personId))
      }),
    }
  })

type SeatRef = { readonly roomId: string; readonly personId: string; readonly nowIso: string; readonly head: number }

/** What changes of a group mean for the seat of one person. Earlier messages are not new to a new member. */
const seatEvents = (
  events: ReadonlyArray<GroupEvent>,
  seat: SeatState,
  { head, ...ref }: SeatRef,
): ReadonlyArray<SeatEvent> =>
  events.flatMap((event): ReadonlyArray<SeatEvent> => {
    const { personId } = ref
    const isIn =
      (event._tag === "chat.GroupStarted.v1" && event.memberIds.includes(personId)) ||
      (event._tag === "chat.GroupMemberAdded.v1" && event.personId === personId)
    if (isIn) return Result.getOrThrow(joinRoom({ ...ref, head })(seat))
    const isOut = event._tag === "chat.GroupMemberRemoved.v1" && event.personId === personId
    return isOut ? Result.getOrThrow(leaveRoom(ref)(seat)) : []
  })
