import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { REACTIONS_PER_MESSAGE_MAX } from "./contract.ts"
import { addReaction, removeReaction } from "./reaction/MessageReactions.ts"
import { ANA, BEN, CLEO, CREATOR, conversationBetween, draft, personOf, story, TEAM, tagOf } from "./testing/chatKit.ts"

const like = { emoji: "👍", isOn: true, seq: 1 } as const

describe("reactions", () => {
  const of = { roomId: "r", seq: 1, nowIso: "2026-11-24T10:00:00.000Z" }

  it("count each person once per emoji, and change nothing if repeated", () => {
    const add = addReaction({ ...of, personId: ANA, emoji: "👍" })
    expect(Result.getOrThrow(add({ "👍": [BEN] }))).toMatchObject([{ personId: ANA, emoji: "👍", count: 2 }])
    expect(Result.getOrThrow(add({ "👍": [ANA] }))).toEqual([])
    expect(Result.getOrThrow(removeReaction({ ...of, personId: ANA, emoji: "👍" })({ "👍": [BEN] }))).toEqual([])
    const all = removeReaction({ ...of, personId: ANA, emoji: null })({ "👍": [ANA, BEN], "🎉": [ANA], "😢": [BEN] })
    expect(Result.getOrThrow(all).map(({ emoji, count }) => [emoji, count])).toEqual([
      ["👍", 1],
      ["🎉", 0],
    ])
  })

  it("are limited per message", () => {
    const people = Array.from({ length: REACTIONS_PER_MESSAGE_MAX }, (_, at) => personOf(100 + at))
    const refused = addReaction({ ...of, personId: ANA, emoji: "🎉" })({ "👍": people })
    expect(Result.isFailure(refused) && refused.failure.messageKey).toBe("chat.most.reactions")
  })

  it("are refused for strangers, for requests that were not answered, and for missing and removed messages", () =>
    story((chats) =>
      Effect.gen(function* () {
        const room = conversationBetween(ANA, BEN)
        yield* chats.post(draft(ANA, room, "hello"))
        for (const by of [ANA, BEN, CLEO, null])
          expect([by, yield* tagOf(chats.react({ by, room, ...like }))]).toEqual([by, "NeedPermission"])
        yield* chats.accept({ by: BEN, room })
        expect(yield* tagOf(chats.react({ by: BEN, room, ...like }))).toBe("done")
        expect(yield* tagOf(chats.react({ by: BEN, room, ...like, seq: 2 }))).toBe("NoMessage")
        yield* chats.remove({ by: ANA, room, seq: 1 })
        expect(yield* tagOf(chats.react({ by: ANA, room, ...like }))).toBe("NoMessage")
      }),
    ))

  it("are refused if the author blocked the person, also in a group room", () =>
    story((chats) =>
      Effect.gen(function* () {
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope: "Team" })
        for (const by of [ANA, BEN]) yield* chats.join({ by, room: TEAM })
        yield* chats.post(draft(ANA, TEAM, "hello"))
        expect(yield* tagOf(chats.react({ by: BEN, room: TEAM, ...like }))).toBe("done")
        yield* chats.block({ by: ANA, personId: BEN })
        expect(yield* tagOf(chats.react({ by: BEN, room: TEAM, ...like, emoji: "👎" }))).toBe("NeedPermission")
        expect(yield* tagOf(chats.react({ by: BEN, room: TEAM, ...like, isOn: false }))).toBe("done")
      }),
    ))
})
