import { Context, Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { Chats } from "./Chats.ts"
import { OPERATOR } from "./commands.ts"
import type { RoomPermissions } from "./decidePermissions.ts"
import { PERMISSION_AGE_MS_MAX } from "./Entitlements.ts"
import { roomIdOf } from "./ids.ts"
import { editMessage } from "./room/changeMessage.ts"
import { postMessage, validateDraft } from "./room/postMessage.ts"
import type { RoomState } from "./room/Room.ts"
import {
  ANA,
  BEN,
  ChatsLayer,
  CLEO,
  CREATOR,
  conversationBetween,
  draft,
  PREMIUM,
  SUBSCRIBERS,
  story,
  TEAM,
  tagOf,
} from "./testing/chatKit.ts"

const FILE = { key: "fk1", name: "plan.pdf", kind: "document", bytes: 2_048 } as const

describe("texts with bidirectional control characters", () => {
  const reordering = "\u202egnp.exe\u202c \u2067ok\u2069"

  it("are stored without those characters, when posted and when edited", () => {
    const permissions = { mayWrite: true, unansweredMax: null } as RoomPermissions
    const at = { roomId: "r", senderId: ANA, nowIso: "2026-11-24T10:00:00.000Z" }
    const state = { head: 1, removals: 0, lastAt: "", lastSenderId: null, consecutive: 0 } as unknown as RoomState
    const message = { ...at, clientId: "c", text: reordering, pictures: [], replyTo: null }
    const posted = Result.getOrThrow(postMessage(message, () => permissions)(state))
    expect(posted).toMatchObject([{ text: "gnp.exe ok" }])
    const edit = editMessage(
      { ...at, by: ANA, seq: 1, text: reordering },
      { isRemoved: false, counted: 0, pictures: [] },
      () => permissions,
    )
    expect(Result.getOrThrow(edit(state))).toMatchObject([{ text: "gnp.exe ok" }])
  })

  it("are refused as empty if there is nothing else", () => {
    expect(validateDraft({ text: "\u202e\u2066 ", pictures: [] })).toMatchObject({ problem: "empty" })
  })
})

describe("group rooms of a creator", () => {
  it("[S1-016] exist once per level, are opened and shut only by the creator, and admit people with that level", () =>
    story((chats) =>
      Effect.gen(function* () {
        for (const { scope } of [TEAM, SUBSCRIBERS, PREMIUM]) {
          expect(yield* tagOf(chats.openRoom({ by: ANA, ownerId: CREATOR, scope }))).toBe("NeedPermission")
          yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope })
        }
        expect(yield* tagOf(chats.openRoom({ by: ANA, ownerId: ANA, scope: "Team" }))).toBe("NeedPermission")
        yield* chats.grant({ creatorId: CREATOR, personId: BEN, level: 2 })
        yield* chats.grant({ creatorId: CREATOR, personId: CLEO, level: 3 })
        const reach = (personId: string) =>
          Effect.forEach([TEAM, SUBSCRIBERS, PREMIUM], (room) =>
            Effect.map(chats.permissions(room, personId), ({ mayRead, mayJoin }) => [mayRead, mayJoin]),
          )
        expect(yield* reach(CREATOR)).toEqual([
          [true, true],
          [true, true],
          [true, true],
        ])
        expect(yield* reach(ANA)).toEqual([
          [false, true],
          [false, false],
          [false, false],
        ])
        expect(yield* reach(BEN)).toEqual([
          [false, true],
          [true, true],
          [false, false],
        ])
        expect(yield* reach(CLEO)).toEqual([
          [false, true],
          [true, true],
          [true, true],
        ])
        yield* chats.join({ by: ANA, room: TEAM })
        expect((yield* chats.post(draft(ANA, TEAM, "hello"))).seq).toBe(1)
        expect((yield* chats.post(draft(CLEO, PREMIUM, "hello premium"))).seq).toBe(1)
        yield* chats.shutRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        expect(yield* tagOf(chats.post(draft(ANA, TEAM, "again")))).toBe("NeedPermission")
        expect(yield* chats.permissions(TEAM, ANA, 0)).toMatchObject({
          state: "shutGroup",
          mayRead: true,
          mayWrite: false,
        })
      }),
    ))

  it("can be opened by an operator for a person without a claimed feed, who then owns them", () =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.openRoom({ by: OPERATOR, ownerId: ANA, scope: "Team" })
        yield* chats.shutRoom({ by: ANA, ownerId: ANA, scope: "Team" })
        yield* chats.openRoom({ by: ANA, ownerId: ANA, scope: "Team" })
        expect((yield* chats.permissions({ scope: "Team", ownerId: ANA }, ANA, 0)).state).toBe("open")
      }),
    ))

  it("apply a ban and an unban at once", () =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        yield* chats.join({ by: ANA, room: TEAM })
        yield* chats.post(draft(ANA, TEAM, "one"))
        expect(yield* tagOf(chats.ban({ by: BEN, room: TEAM, personId: ANA }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.ban({ by: CREATOR, room: TEAM, personId: CREATOR }))).toBe("NeedPermission")
        yield* chats.ban({ by: CREATOR, room: TEAM, personId: ANA })
        expect(yield* tagOf(chats.post(draft(ANA, TEAM, "two")))).toBe("NeedPermission")
        expect((yield* chats.post(draft(ANA, TEAM, "one"))).repeated).toBe(true)
        yield* chats.unban({ by: CREATOR, room: TEAM, personId: ANA })
        expect((yield* chats.post(draft(ANA, TEAM, "two"))).seq).toBe(2)
      }),
    ))

  it("apply bans of the creator and of operators apart: each ends by who set it, and for its cause alone", () =>
    story((chats) =>
      Effect.gen(function* () {
        const member = { room: TEAM, personId: ANA }
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        yield* chats.join({ by: ANA, room: TEAM })
        const { roomId } = yield* chats.post(draft(ANA, TEAM, "one"))
        const mayWrite = Effect.map(chats.permissions(TEAM, ANA, 0), (permissions) => permissions.mayWrite)
        const steps = [
          chats.ban({ by: CREATOR, ...member }),
          chats.banByOperator(roomId, ANA, "case one"),
          chats.banByOperator(roomId, ANA, "case two"),
          chats.ban({ by: OPERATOR, ...member }),
          // Neither the creator nor another case ends what operators set.
          chats.unban({ by: CREATOR, ...member }),
          chats.unbanByOperator(roomId, ANA, "case one"),
          chats.unban({ by: OPERATOR, ...member }),
          chats.unban({ by: CREATOR, ...member }),
        ]
        for (const step of steps) {
          yield* step
          expect(yield* mayWrite).toBe(false)
        }
        yield* chats.unbanByOperator(roomId, ANA, "case two")
        expect(yield* mayWrite).toBe(true)
        yield* chats.ban({ by: CREATOR, ...member })
        yield* chats.unban({ by: OPERATOR, ...member })
        expect(yield* mayWrite).toBe(false)
      }),
    ))
})

describe("a message", () => {
  it("is stored once, however often the client sends it", () =>
    story((chats, later) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        const [first, duplicate] = yield* Effect.all(
          [chats.post(draft(ANA, room, "hi")), chats.post(draft(ANA, room, "hi"))],
          {
            concurrency: 2,
          },
        )
        expect(first).toMatchObject({ seq: 1, roomId: roomIdOf(room) })
        expect(duplicate.seq).toBe(1)
        yield* later(3_600_000)
        yield* chats.post(draft(BEN, room, "hi"))
        const again = yield* chats.post(draft(ANA, room, "another text", "hi"))
        expect(again).toEqual({ ...first, repeated: true })
        yield* chats.block({ by: BEN, personId: ANA })
        expect(yield* chats.post(draft(ANA, room, "hi"))).toEqual({ ...first, repeated: true })
        const store = yield* EventStore
        const events = yield* store.readStream(`chatroom-${first.roomId}`)
        expect(events.map(({ type }) => type.split(".")[1])).toEqual(["RoomOpened", "MessagePosted", "MessagePosted"])
        expect(first.epoch).toBe(events[0]?.position)
      }),
    ))

  it("can be edited only by its author, and removed by the creator of the room", () =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        for (const by of [ANA, BEN]) yield* chats.join({ by, room: TEAM })
        yield* chats.post(draft(ANA, TEAM, "one"))
        const at = { room: TEAM, seq: 1 }
        expect(yield* tagOf(chats.edit({ ...at, by: BEN, text: "mine" }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.remove({ ...at, by: BEN }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.edit({ ...at, by: CREATOR, text: "mine" }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.edit({ ...at, by: ANA, text: "two" }))).toBe("done")
        expect(yield* tagOf(chats.edit({ ...at, by: ANA, text: " " }))).toBe("InvalidMessage")
        expect(yield* tagOf(chats.edit({ ...at, by: ANA, seq: 2, text: "two" }))).toBe("NoMessage")
        expect(yield* tagOf(chats.edit({ ...at, by: CLEO, seq: 2, text: "two" }))).toBe("NeedPermission")
        const first = yield* chats.remove({ ...at, by: CREATOR })
        // A removed message stays removed, and is removed once; a repeat gets a reply only if the caller may change it.
        expect(yield* tagOf(chats.edit({ ...at, by: ANA, text: "three" }))).toBe("NoMessage")
        expect(yield* chats.remove({ ...at, by: ANA })).toEqual(first)
        expect(yield* tagOf(chats.remove({ ...at, by: BEN }))).toBe("NeedPermission")
      }),
    ))

  it("can be edited to an empty text only if it has pictures or files", () =>
    story((chats) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        yield* chats.post({ ...draft(ANA, room, "our harbour"), pictures: ["abc"] })
        yield* chats.post(draft(ANA, room, "and words alone"))
        yield* chats.post({ ...draft(ANA, room, "the plan"), files: [FILE] })
        expect(yield* tagOf(chats.edit({ by: ANA, room, seq: 1, text: "" }))).toBe("done")
        expect(yield* tagOf(chats.edit({ by: ANA, room, seq: 2, text: "" }))).toBe("InvalidMessage")
        expect(yield* tagOf(chats.edit({ by: ANA, room, seq: 3, text: "" }))).toBe("done")
        expect(yield* chats.textOf((yield* chats.permissions(room, ANA)).roomId, 3)).toBe(
          "the plan\n[plan.pdf, 2048 bytes]",
        )
      }),
    ))

  it("is never edited after its removal, even by two nodes at once", () =>
    story((chats) =>
      Effect.gen(function* () {
        const store = yield* EventStore
        const other = Context.get(yield* Layer.build(Layer.fresh(ChatsLayer)), Chats)
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        yield* chats.join({ by: ANA, room: TEAM })
        const count = 20
        for (let seq = 1; seq <= count; seq += 1) yield* chats.post(draft(ANA, TEAM, `m${seq}`))
        const done = yield* Effect.forEach(
          Array.from({ length: 3 * count }, (_, at) => [1 + (at % count), at] as const),
          ([seq, at]) => {
            const each = at % 2 === 0 ? chats : other
            if (at >= count && at < 2 * count) return tagOf(each.remove({ by: CREATOR, room: TEAM, seq }))
            return tagOf(each.edit({ by: ANA, room: TEAM, seq, text: `says ${at}` }))
          },
          { concurrency: "unbounded" },
        )
        expect(new Set(done).isSubsetOf(new Set(["done", "NoMessage"]))).toBe(true)
        const missing = new Set<unknown>()
        for (const { type, data } of yield* store.readStream(`chatroom-${roomIdOf(TEAM)}`)) {
          const { seq } = data as { readonly seq?: number }
          if (type === "chat.MessageEdited.v1") expect(missing.has(seq)).toBe(false)
          if (type === "chat.MessageRemoved.v1") missing.add(seq)
        }
        expect(missing.size).toBe(count)
        for (let seq = 1; seq <= count; seq += 1)
          expect(yield* tagOf(other.edit({ by: ANA, room: TEAM, seq, text: "again" }))).toBe("NoMessage")
      }).pipe(Effect.scoped),
    ))

  it("is found among thousands, and a busy room is loaded from its snapshot", () =>
    story((chats) =>
      Effect.gen(function* () {
        const store = yield* EventStore
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        yield* chats.join({ by: ANA, room: TEAM })
        const authors = new Map<number, string>()
        const post = (text: string, by: string) =>
          Effect.map(chats.post(draft(by, TEAM, text)), ({ seq }) => authors.set(seq, by))
        const posts = Array.from({ length: 1_100 }, (_, index) =>
          post(`m${index + 1}`, index % 3 === 0 ? ANA : CREATOR),
        )
        yield* Effect.all(posts.slice(0, 900), { concurrency: 200 })
        // Edits and removals are in the history too; binary search still finds a message.
        const changed = [700, 1, 1, 1, 4].map((seq) => ({ seq, by: authors.get(seq) ?? "" }))
        yield* Effect.forEach(changed, (each) => chats.edit({ ...each, room: TEAM, text: "again" }))
        yield* Effect.all(posts.slice(900), { concurrency: 200 })
        expect([...authors.keys()].toSorted((a, b) => a - b)).toEqual(posts.map((_, index) => index + 1))
        const stored = yield* store.readSnapshot(`chatroom-${roomIdOf(TEAM)}`, "room-3")
        expect(stored?.version).toBeGreaterThanOrEqual(1_000)
        expect(JSON.stringify(stored?.state)).not.toContain("m1")
        const restarted = Context.get(yield* Layer.build(Layer.fresh(ChatsLayer)), Chats)
        expect((yield* restarted.post(draft(ANA, TEAM, "last"))).seq).toBe(1_101)
        for (const seq of [1, 4, 697, 898, 899, 900, 901, 902, 1_099, 1_100]) {
          const outcome = yield* tagOf(restarted.edit({ by: CREATOR, room: TEAM, seq, text: "mine" }))
          expect(outcome).toBe(authors.get(seq) === CREATOR ? "done" : "NeedPermission")
        }
      }).pipe(Effect.scoped),
    ))

  it.each([
    ["without words", { text: " \n" }, "InvalidMessage"],
    ["with more than fits", { text: "x".repeat(4_001) }, "InvalidMessage"],
    ["with a control character", { text: "a\u0007b" }, "InvalidMessage"],
    ["with half a character", { text: "a\ud800" }, "InvalidMessage"],
    ["with too many pictures", { pictures: ["a", "b", "c", "d", "e"] }, "InvalidMessage"],
    ["with an invalid picture", { pictures: ["../a"] }, "InvalidMessage"],
    ["with too many files", { files: Array.from({ length: 5 }, () => FILE) }, "InvalidMessage"],
    ["with a file outside of its folder", { files: [{ ...FILE, key: "../a" }] }, "InvalidMessage"],
    ["with a file name that reads backwards", { files: [{ ...FILE, name: "a\u202efdp.exe" }] }, "InvalidMessage"],
    ["with a path as a file name", { files: [{ ...FILE, name: "../a.pdf" }] }, "InvalidMessage"],
    ["of a file alone", { text: "", files: [FILE] }, "done"],
    ["with an invalid id", { clientId: "a b" }, "InvalidMessage"],
    ["in answer to one that is not there", { replyTo: 1 }, "NoMessage"],
    ["of a picture alone", { text: "", pictures: ["a"] }, "done"],
    ["of two lines with a pipe", { text: "a|b\n\tc" }, "done"],
  ])("%s", (_, part, outcome) =>
    story((chats) =>
      Effect.gen(function* () {
        expect(yield* tagOf(chats.post({ ...draft(ANA, conversationBetween(ANA, BEN), "a"), ...part }))).toBe(outcome)
      }),
    ),
  )
})

describe("guests", () => {
  it("[S6-007] are refused every command", () =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        yield* chats.join({ by: ANA, room: TEAM })
        yield* chats.post(draft(ANA, TEAM, "one"))
        const at = { by: null, room: TEAM, seq: 1 }
        const tried: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          chats.post({ ...draft(ANA, TEAM, "two"), by: null }),
          chats.edit({ ...at, text: "two" }),
          chats.remove(at),
          chats.markRead(at),
          chats.report({ ...at, reason: "" }),
          ...([chats.join, chats.leave, chats.accept, chats.ignore, chats.mute, chats.unmute] as const).map((each) =>
            each(at),
          ),
          chats.block({ by: null, personId: ANA }),
          chats.unblock({ by: null, personId: ANA }),
          chats.setQuietHours({ by: null, hours: null }),
          chats.openRoom({ by: null, ownerId: CREATOR, scope: "Premium" }),
          chats.shutRoom({ by: null, ownerId: CREATOR, scope: "Team" }),
          chats.ban({ by: null, room: TEAM, personId: ANA }),
          chats.unban({ by: null, room: TEAM, personId: ANA }),
        ]
        expect(new Set(yield* Effect.forEach(tried, tagOf))).toEqual(new Set(["NeedPermission"]))
        expect(yield* chats.permissions(TEAM, null)).toMatchObject({ mayRead: false, mayWrite: false, mayJoin: false })
        for (const by of [ANA, BEN]) expect((yield* chats.permissions(TEAM, by, 0)).mayJoin).toBe(true)
      }),
    ))
})

describe("decisions of a person", () => {
  it("move a read pointer only forward and at most to the newest message", () =>
    story((chats) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        for (const text of ["a", "b", "c"]) yield* chats.post(draft(ANA, room, text))
        const moved = Effect.forEach([2, 1, 99, -5, 3], (seq) => chats.markRead({ by: BEN, room, seq }))
        expect((yield* moved).map(({ seq, position }) => [seq, position > 0])).toEqual([
          [2, true],
          [1, false],
          [3, true],
          [0, false],
          [3, false],
        ])
        expect((yield* chats.permissions(room, BEN, 0)).read).toBe(3)
        expect(yield* tagOf(chats.markRead({ by: CLEO, room, seq: 1 }))).toBe("NeedPermission")
      }),
    ))

  it("report a message once, accept only valid quiet hours, and allow leaving and returning", () =>
    story((chats, later) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        yield* chats.post(draft(ANA, room, "buy this"))
        expect((yield* chats.report({ by: BEN, room, seq: 1, reason: "spam" })).position).toBeGreaterThan(0)
        expect((yield* chats.report({ by: BEN, room, seq: 1, reason: "spam" })).position).toBe(0)
        expect(yield* tagOf(chats.report({ by: BEN, room, seq: 2, reason: "" }))).toBe("NoMessage")
        const hours = { fromMinute: 1_320, toMinute: 420, timeZone: "Europe/Berlin" }
        expect((yield* chats.setQuietHours({ by: BEN, hours })).position).toBeGreaterThan(0)
        expect((yield* chats.setQuietHours({ by: BEN, hours })).position).toBe(0)
        expect(yield* tagOf(chats.setQuietHours({ by: BEN, hours: { ...hours, toMinute: 1_440 } }))).toBe(
          "InvalidQuietHours",
        )
        expect(yield* tagOf(chats.setQuietHours({ by: BEN, hours: { ...hours, timeZone: "Mars" } }))).toBe(
          "InvalidQuietHours",
        )
        yield* chats.leave({ by: BEN, room })
        yield* later(PERMISSION_AGE_MS_MAX)
        expect(yield* tagOf(chats.post(draft(ANA, room, "still there?")))).toBe("NeedPermission")
        yield* chats.join({ by: BEN, room })
        expect(yield* tagOf(chats.post(draft(ANA, room, "still there?")))).toBe("done")
        expect(yield* tagOf(chats.join({ by: CLEO, room }))).toBe("NeedPermission")
      }),
    ))
})
