import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { GROUP_MEMBERS_MAX } from "../contract.ts"
import { groupRoomOf } from "../ids.ts"
import { ANA, BEN, CLEO, CREATOR, conversationBetween, draft, personOf, story, tagOf } from "../testing/chatKit.ts"
import { addMember, handOverGroup, type Relations, removeMember, renameGroup, startGroup } from "./changeGroup.ts"
import { Group, type GroupState } from "./Group.ts"

const at = { groupId: personOf(99), nowIso: "2026-11-28T10:00:00.000Z" }
const FRIENDS: Relations = { mayAdd: () => true, isApart: () => false }
const APART: Relations = {
  mayAdd: () => true,
  isApart: (one: string, other: string) => [one, other].sort().join() === [BEN, CLEO].join(),
}
const STRANGERS: Relations = { mayAdd: (personId: string) => personId !== CLEO, isApart: () => false }
const NONE = Group.initial
const TWO: GroupState = { ownerId: ANA, memberIds: [ANA, BEN], leftIds: new Set() }
const LEFT: GroupState = { ...TWO, leftIds: new Set([CLEO]) }
const FULL: GroupState = {
  ...TWO,
  memberIds: [ANA, ...Array.from({ length: GROUP_MEMBERS_MAX - 1 }, (_, n) => personOf(200 + n))],
}
const LAST: GroupState = { ...TWO, memberIds: [ANA] }

const start = (name: string, personIds: ReadonlyArray<string>, relations = FRIENDS) =>
  startGroup({ ...at, by: ANA, name, personIds }, relations)
const add = (by: string, relations = FRIENDS) => addMember({ ...at, by, personId: CLEO }, relations)
const remove = (by: string, personId: string) => removeMember({ ...at, by, personId })
const started = (memberIds: ReadonlyArray<string>) => [{ _tag: "chat.GroupStarted.v1", ownerId: ANA, memberIds }]

describe("a group among friends", () => {
  it.each<[string, GroupState, (state: GroupState) => Result.Result<ReadonlyArray<object>, { _tag: string }>, unknown]>(
    [
      ["is started by its owner with others", NONE, start("Us", [BEN, CLEO, BEN, ANA]), started([ANA, BEN, CLEO])],
      ["is started once", TWO, start("Us", [CLEO]), []],
      ["needs somebody else", NONE, start("Us", [ANA]), "CannotAdd"],
      ["needs a name", NONE, start(" \u202e ", [BEN]), "InvalidGroupName"],
      ["refuses a name that is too long", NONE, start("x".repeat(61), [BEN]), "InvalidGroupName"],
      ["refuses a name of two lines", NONE, start("a\nb", [BEN]), "InvalidGroupName"],
      ["does not begin with a stranger", NONE, start("Us", [BEN, CLEO], STRANGERS), "CannotAdd"],
      ["does not bring people together who blocked each other", NONE, start("Us", [BEN, CLEO], APART), "CannotAdd"],
      ["refuses too many people", NONE, start("Us", FULL.memberIds.slice(1).concat(BEN)), "TooMany"],
      ["takes a friend of its owner", TWO, add(ANA), [{ _tag: "chat.GroupMemberAdded.v1", personId: CLEO, byId: ANA }]],
      ["takes nobody from other members", TWO, add(BEN), "NeedPermission"],
      ["takes no stranger", TWO, add(ANA, STRANGERS), "CannotAdd"],
      ["takes nobody who blocked a member", TWO, add(ANA, APART), "CannotAdd"],
      ["takes nobody back who left", LEFT, add(ANA), "CannotAdd"],
      ["has a maximum size", FULL, add(ANA), "TooMany"],
      ["is changed by nobody before it is started", NONE, add(ANA), "NeedPermission"],
      [
        "lets its owner remove a member",
        TWO,
        remove(ANA, BEN),
        [{ _tag: "chat.GroupMemberRemoved.v1", personId: BEN }],
      ],
      ["lets a member leave", TWO, remove(BEN, BEN), [{ _tag: "chat.GroupMemberRemoved.v1", byId: BEN }]],
      ["lets no member remove another", TWO, remove(BEN, ANA), "NeedPermission"],
      [
        "belongs to the next member when its owner leaves",
        TWO,
        remove(ANA, ANA),
        [{ _tag: "chat.GroupMemberRemoved.v1" }, { _tag: "chat.GroupOwnerChanged.v1", ownerId: BEN }],
      ],
      [
        "belongs to nobody when all have left",
        LAST,
        remove(ANA, ANA),
        [{ _tag: "chat.GroupMemberRemoved.v1" }, { _tag: "chat.GroupOwnerChanged.v1", ownerId: null }],
      ],
      ["is handed over to a member", TWO, handOverGroup({ ...at, by: ANA, personId: BEN }), [{ ownerId: BEN }]],
      ["is handed over to members alone", TWO, handOverGroup({ ...at, by: ANA, personId: CLEO }), "NeedPermission"],
      ["is handed over by its owner alone", TWO, handOverGroup({ ...at, by: BEN, personId: BEN }), "NeedPermission"],
      ["is renamed by its owner", TWO, renameGroup({ ...at, by: ANA, name: " Them " }), [{ name: "Them", byId: ANA }]],
      ["is renamed by its owner alone", TWO, renameGroup({ ...at, by: BEN, name: "Them" }), "NeedPermission"],
    ],
  )("%s", (_, given, decide, then) => {
    const decided = decide(given)
    if (Result.isFailure(decided)) expect(decided.failure._tag).toBe(then)
    else expect(decided.success).toMatchObject(then as Array<object>)
  })
})

describe("the room of a group", () => {
  it("is for its members while they are in, whatever its owner thinks of a conversation", () =>
    story((chats) =>
      Effect.gen(function* () {
        const befriend = (one: string, other: string) =>
          Effect.gen(function* () {
            const room = conversationBetween(one, other)
            yield* chats.post(draft(one, room, `to ${other.slice(-2)}`))
            yield* chats.accept({ by: other, room })
          })
        yield* befriend(ANA, BEN)
        const request = { by: ANA, name: "Us", personIds: [BEN, CLEO], clientId: "g1" }
        expect(yield* tagOf(chats.startGroup(request))).toBe("CannotAdd")
        yield* befriend(ANA, CLEO)
        const { groupId } = yield* chats.startGroup(request)
        expect((yield* chats.startGroup(request)).groupId).toBe(groupId)
        const room = groupRoomOf(groupId)
        yield* chats.post(draft(ANA, room, "Hello all"))
        yield* chats.post(draft(CLEO, room, "Hello"))
        const states = () =>
          Effect.forEach([ANA, BEN, CLEO, CREATOR], (by) =>
            Effect.map(
              chats.permissions(room, by, 0),
              ({ mayRead, mayWrite, mayJoin }) => `${mayRead} ${mayWrite} ${mayJoin}`,
            ),
          )
        const [IN, OUT] = ["true true false", "false false false"]
        expect(yield* states()).toEqual([IN, IN, IN, OUT])
        expect(yield* tagOf(chats.post(draft(CREATOR, room, "Hi")))).toBe("NeedPermission")
        expect(yield* tagOf(chats.join({ by: CREATOR, room }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Group" }))).toBe("NeedPermission")
        yield* chats.removeGroupMember({ by: ANA, groupId, personId: CLEO })
        yield* chats.leave({ by: BEN, room })
        expect(yield* states()).toEqual([IN, OUT, OUT, OUT])
        expect(yield* tagOf(chats.leave({ by: BEN, room }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.addGroupMember({ by: ANA, groupId, personId: BEN }))).toBe("CannotAdd")
        expect(yield* tagOf(chats.addGroupMember({ by: ANA, groupId, personId: CLEO }))).toBe("done")
        expect(yield* states()).toEqual([IN, OUT, IN, OUT])
        const { roomId } = yield* chats.permissions(room, ANA, 0)
        expect(yield* chats.ownerOf(roomId)).toBeNull()
        // As after the deletion of the account of the owner.
        yield* chats.endSeat(roomId, ANA)
        expect(yield* states()).toEqual([OUT, OUT, IN, OUT])
        expect(yield* tagOf(chats.renameGroup({ by: CLEO, groupId, name: "Mine" }))).toBe("done")
      }),
    ))
})
