import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { MESSAGE_LENGTH_MAX, STRANGERS_A_DAY_MAX } from "./contract.ts"
import { roomIdOf, seatIdOf } from "./ids.ts"
import { ANA, BEN, CLEO, CREATOR, conversationBetween, draft, personOf, story, tagOf } from "./testing/chatKit.ts"

describe("a stranger's first message", () => {
  it("is an invitation: five may stay unanswered, and an answer accepts it", () =>
    story((chats) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        for (let count = 1; count <= 5; count += 1) yield* chats.post(draft(ANA, room, `m${count}`))
        expect(yield* tagOf(chats.post(draft(ANA, room, "m6")))).toBe("AwaitsAnswer")
        expect(yield* chats.permissions(room, ANA, 0)).toMatchObject({ state: "requested", mayWrite: true })
        expect(yield* chats.permissions(room, BEN, 0)).toMatchObject({ state: "invited", mayRead: true })
        yield* chats.post(draft(BEN, room, "hello"))
        expect((yield* chats.permissions(room, BEN, 0)).state).toBe("open")
        for (let count = 6; count <= 12; count += 1) yield* chats.post(draft(ANA, room, `m${count}`))
      }),
    ))

  it.each([
    ["empty", { text: " " }],
    ["too long", { text: "x".repeat(MESSAGE_LENGTH_MAX + 1) }],
    ["an answer to nothing", { replyTo: 1 }],
    ["of no name", { clientId: "c 1" }],
    ["said to somebody else", { clientId: "before" }],
  ])("does not invite if it is refused: %s", (_, part) =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.post(draft(ANA, conversationBetween(ANA, CLEO), "before"))
        const room = conversationBetween(ANA, BEN)
        yield* tagOf(chats.post({ ...draft(ANA, room, "a"), ...part }))
        const store = yield* EventStore
        const streams = [`chatroom-${roomIdOf(room)}`, `chatseat-${seatIdOf(roomIdOf(room), BEN)}`]
        for (const stream of streams) expect(yield* store.readStream(stream)).toEqual([])
        yield* chats.post(draft(ANA, room, "a"))
        expect(yield* chats.permissions(room, BEN, 0)).toMatchObject({ state: "invited", head: 1 })
      }),
    ),
  )

  it("is limited per day, but not to people who answered", () =>
    story((chats, later) =>
      Effect.gen(function* () {
        for (let at = 0; at < STRANGERS_A_DAY_MAX; at += 1)
          yield* chats.post(draft(ANA, conversationBetween(ANA, personOf(100 + at)), `m${at}`))
        const one = conversationBetween(ANA, BEN)
        const refused = yield* Effect.flip(chats.post(draft(ANA, one, "one more")))
        expect(refused).toMatchObject({ messageKey: "chat.most.strangers", count: STRANGERS_A_DAY_MAX })
        yield* chats.post(draft(ANA, conversationBetween(ANA, personOf(100)), "known by now"))
        yield* chats.post(draft(BEN, one, "hello"))
        yield* chats.post(draft(ANA, one, "one more"))
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(ANA, CLEO), "tomorrow")))).toBe("TooMany")
        yield* later(24 * 3_600_000)
        yield* chats.post(draft(ANA, conversationBetween(ANA, CLEO), "tomorrow"))
      }),
    ))

  it("can be ignored without notice and accepted later", () =>
    story((chats) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        yield* chats.post(draft(ANA, room, "m1"))
        expect(yield* tagOf(chats.accept({ by: CLEO, room }))).toBe("NeedPermission")
        yield* chats.ignore({ by: BEN, room })
        expect(yield* chats.permissions(room, ANA, 0)).toMatchObject({ state: "requested", mayWrite: true })
        for (let count = 2; count <= 5; count += 1) yield* chats.post(draft(ANA, room, `m${count}`))
        expect(yield* tagOf(chats.post(draft(ANA, room, "m6")))).toBe("AwaitsAnswer")
        yield* chats.accept({ by: BEN, room })
        expect((yield* chats.post(draft(ANA, room, "m6"))).seq).toBe(6)
      }),
    ))

  it("opens one room if both write at the same moment", () =>
    story((chats) =>
      Effect.gen(function* () {
        const both = [
          chats.post(draft(ANA, conversationBetween(ANA, BEN), "a")),
          chats.post(draft(BEN, conversationBetween(BEN, ANA), "b")),
        ]
        const posted = yield* Effect.all(both, { concurrency: 2 })
        expect(posted.map(({ seq }) => seq).sort()).toEqual([1, 2])
        expect(new Set(posted.map(({ roomId }) => roomId)).size).toBe(1)
        expect((yield* chats.permissions(conversationBetween(ANA, BEN), ANA, 0)).state).toBe("open")
      }),
    ))

  it("is refused if the other person blocked the sender, shut the personal room or left", () =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.block({ by: BEN, personId: ANA })
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(ANA, BEN), "a")))).toBe("NeedPermission")
        expect(yield* tagOf(chats.post(draft(BEN, conversationBetween(ANA, BEN), "a")))).toBe("NeedPermission")
        yield* chats.unblock({ by: BEN, personId: ANA })
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(ANA, BEN), "b")))).toBe("done")
        yield* chats.shutRoom({ by: CREATOR, ownerId: CREATOR, scope: "Person" })
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(ANA, CREATOR), "a")))).toBe("NeedPermission")
        expect((yield* chats.permissions(conversationBetween(ANA, CREATOR), ANA, 0)).state).toBe("shutPersonal")
        yield* chats.forgetPerson(CLEO)
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(ANA, CLEO), "a")))).toBe("NeedPermission")
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(ANA, ANA), "a")))).toBe("NeedPermission")
        expect(yield* tagOf(chats.post(draft(ANA, conversationBetween(BEN, CLEO), "a")))).toBe("NeedPermission")
      }),
    ))
})
