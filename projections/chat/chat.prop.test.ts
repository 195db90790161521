import { Effect, Layer } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { Chats, Creators, OPERATOR, type RoomAddress } from "#core/chat"
import { EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import { decodeEvent, rowAfter } from "#projections/runner"
import { chat } from "./chat.projection.ts"

const personOf = (number: number): string => `01890000-0000-7000-8000-00000000000${number}`
const [ANA, BEN, CLEO] = [personOf(1), personOf(2), personOf(3)]
const PEOPLE = [ANA, BEN, CLEO]
const ROOMS: ReadonlyArray<RoomAddress> = [
  { scope: "Team", ownerId: ANA },
  { scope: "Person", personIds: [ANA, BEN] },
  { scope: "Person", personIds: [BEN, CLEO] },
]

const command = fc.record({
  what: fc.constantFrom(
    "post",
    "post",
    "post",
    "edit",
    "remove",
    "markRead",
    "markRead",
    "join",
    "leave",
    "accept",
    "ignore",
  ),
  by: fc.constantFrom(...PEOPLE),
  room: fc.constantFrom(...ROOMS),
  seq: fc.integer({ min: 1, max: 9 }),
})

const InMemory = Chats.layer.pipe(
  Layer.provide(Layer.succeed(Creators, Creators.of({ isCreator: () => Effect.succeed(false) }))),
  Layer.provideMerge(Layer.mergeAll(MemoryEventStore, Sealing.layerMemory)),
)

type Row = Readonly<Record<string, unknown>>

/** The rows of all tables after some events, as the runner would write them. */
const rowsOf = Effect.fnUntraced(function* () {
  const store = yield* EventStore
  const sealing = yield* Sealing
  const rows = new Map<string, Row>()
  const events = yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 10_000 })
  for (const event of events) {
    if (!chat.types.includes(event.type)) continue
    const decoded = yield* Effect.promise(async () => decodeEvent(chat, sealing, event))
    for (const change of chat.fold(decoded, event)) {
      const name = [change.table.name, ...change.key].join(" ")
      const row = rowAfter(change, rows.get(name) ?? null)
      if (row === null) rows.delete(name)
      else rows.set(name, row)
    }
  }
  const of = (table: string) => [...rows].filter(([name]) => name.startsWith(`${table} `)).map(([, row]) => row)
  return { of, find: (table: string, ...key: ReadonlyArray<string>) => rows.get([table, ...key].join(" ")) }
})

it(
  "counts unread messages like a recount, and shows each message after its last change",
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 50 }), (commands) =>
        Effect.gen(function* () {
          const chats = yield* Chats
          yield* chats.openRoom({ by: OPERATOR, ownerId: ANA, scope: "Team" })
          const read = new Map<string, number>()
          const texts = new Map<string, string>()
          for (const [index, { what, ...at }] of commands.entries()) {
            const text = `text ${index}`
            const draft = { ...at, clientId: `c${index}`, text, replyTo: null, pictures: [] }
            const { roomId } = yield* chats.permissions(at.room, at.by)
            const done =
              what === "post" ? chats.post(draft) : what === "edit" ? chats.edit({ ...at, text }) : chats[what](at)
            const seq = yield* Effect.match(done, {
              onFailure: () => null,
              onSuccess: (answer) => ("seq" in answer ? Number(answer.seq) : at.seq),
            })
            if (seq === null) continue
            const [pointer, message] = [`${roomId} ${at.by}`, `${roomId} ${seq}`]
            if (what === "post" || what === "markRead") read.set(pointer, Math.max(read.get(pointer) ?? 0, seq))
            // A new member has no earlier messages to catch up with.
            if (what === "join")
              read.set(pointer, Math.max(read.get(pointer) ?? 0, (yield* chats.permissions(at.room, at.by, 0)).read))
            if (what === "post" || (what === "edit" && texts.get(message) !== "")) texts.set(message, text)
            if (what === "remove") texts.set(message, "")
          }
          const rows = yield* rowsOf()
          for (const { room_id: roomId, head } of rows.of("chat_room")) {
            const messages = rows.of("chat_message").filter((each) => each["room_id"] === roomId)
            expect(messages.map(({ seq }) => seq)).toEqual(
              Array.from({ length: Number(head) }, (_, index) => index + 1),
            )
            for (const { seq, text } of messages) expect(text ?? "").toBe(texts.get(`${roomId} ${seq}`))
            for (const personId of PEOPLE) {
              const seat = rows.find("chat_seat", String(roomId), personId)
              const own = rows.find("chat_author", String(roomId), personId)
              const pointer = Math.max(Number(seat?.["read"] ?? 0), Number(own?.["seq"] ?? 0))
              const recount = messages.filter(
                ({ seq }) => Number(seq) > (read.get(`${roomId} ${personId}`) ?? 0),
              ).length
              expect(Number(head) - pointer).toBe(recount)
            }
          }
        }).pipe(Effect.provide(InMemory), Effect.runPromise),
      ),
      { numRuns: Number(process.env["CHAT_RUNS"] ?? 40) },
    ),
  60_000,
)
