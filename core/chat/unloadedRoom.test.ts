import { Context, Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { Chats } from "./Chats.ts"
import type { RoomAddress } from "./ids.ts"
import {
  ANA,
  BEN,
  ChatsLayer,
  CREATOR,
  conversationBetween,
  draft,
  PREMIUM,
  SUBSCRIBERS,
  story,
  TEAM,
} from "./testing/chatKit.ts"

const ASKED = ["append", "appendBatch", "receipt", "readStream", "versions", "readSnapshot"] as const

/** The store queries of a new process for one message. */
const requested = Effect.fnUntraced(function* (by: string, room: RoomAddress) {
  const real = yield* EventStore
  const calls: Array<string> = []
  const spied = Object.fromEntries(
    ASKED.map((name) => [
      name,
      (...parameters: ReadonlyArray<never>) =>
        Effect.suspend(() => {
          calls.push(name)
          return (real[name] as (...given: ReadonlyArray<never>) => Effect.Effect<unknown>)(...parameters)
        }),
    ]),
  )
  const store = EventStore.of({ ...real, ...spied })
  const layer = Layer.fresh(ChatsLayer).pipe(Layer.provide(Layer.succeed(EventStore, store)))
  const restarted = Context.get(yield* Layer.build(layer), Chats)
  yield* restarted.post(draft(by, room, "after the restart", `c-${room.scope}`))
  return calls.toSorted()
})

it("loads a room that the process has not read yet with few queries", () =>
  story((chats) =>
    Effect.gen(function* () {
      for (const { scope } of [TEAM, SUBSCRIBERS, PREMIUM])
        yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope })
      yield* chats.join({ by: ANA, room: TEAM })
      yield* chats.grant({ creatorId: CREATOR, personId: ANA, level: 2 })
      yield* chats.block({ by: ANA, personId: CREATOR })
      const talk = conversationBetween(ANA, BEN)
      yield* chats.post(draft(ANA, talk, "hello"))
      yield* chats.post(draft(BEN, talk, "hi"))
      for (const room of [TEAM, SUBSCRIBERS]) yield* chats.post(draft(CREATOR, room, `hello ${room.scope}`))

      const reads = (count: number) => Array.from({ length: count }, () => "readStream")
      // Streams: the seat, the person, the room, and the first event of the room for its epoch.
      expect(yield* requested(ANA, TEAM)).toEqual(["appendBatch", ...reads(4), "versions"])
      // Grants and subscriptions need a query each, which run concurrently.
      const paid = ["appendBatch", ...reads(4), "versions", "versions", "versions"]
      expect(yield* requested(ANA, SUBSCRIBERS)).toEqual(paid)
      // Two seats, the person, the room and its first event.
      expect(yield* requested(ANA, talk)).toEqual(["appendBatch", ...reads(5), "versions"])
    }).pipe(Effect.scoped),
  ))
