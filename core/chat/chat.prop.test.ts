import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type Aggregate, type AnyEvent, EventStore, reader } from "#core/kernel"
import { findPostedEvent, senderOf } from "./findPostedEvent.ts"
import { isConversation, type RoomAddress, roomIdOf, seatIdOf } from "./ids.ts"
import { Room } from "./room/Room.ts"
import { Seat } from "./seat/Seat.ts"
import { ANA, BEN, CLEO, CREATOR, conversationBetween, draft, SUBSCRIBERS, story, TEAM } from "./testing/chatKit.ts"

const PEOPLE = [ANA, BEN, CLEO, CREATOR]
const ROOMS: ReadonlyArray<RoomAddress> = [
  TEAM,
  SUBSCRIBERS,
  conversationBetween(ANA, BEN),
  conversationBetween(BEN, CLEO),
]

const command = fc.record({
  what: fc.constantFrom(
    ...(["post", "post", "post", "post", "post", "again", "edit", "remove", "read", "read"] as const),
    ...([
      "join",
      "leave",
      "accept",
      "ignore",
      "block",
      "unblock",
      "ban",
      "unban",
      "shut",
      "open",
      "grant",
      "later",
    ] as const),
  ),
  by: fc.constantFrom(...PEOPLE),
  whom: fc.constantFrom(...PEOPLE),
  room: fc.constantFrom(...ROOMS),
  number: fc.integer({ min: 1, max: 12 }),
})
type Command = typeof command extends fc.Arbitrary<infer A> ? A : never

/** Without snapshots: folds every event from the first one. */
const fold = <State, Event extends AnyEvent>({ snapshot: _, ...aggregate }: Aggregate<State, Event>) =>
  reader(aggregate)

it(
  "numbers messages without gaps, posts none twice, moves pointers only forward, and matches the events",
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 60 }), (commands) =>
        story((chats, later) =>
          Effect.gen(function* () {
            const store = yield* EventStore
            const said = new Map<string, { readonly roomId: string; readonly seq: number; readonly by: string }>()
            const pointers = new Map<string, number>()
            for (const scope of ["Team", "Subscriber"] as const)
              yield* chats.openRoom({ by: CREATOR, ownerId: CREATOR, scope })

            const post = (by: string, room: RoomAddress, clientId: string) =>
              chats.post({ ...draft(by, room, `says ${clientId}`), clientId }).pipe(
                Effect.tap(({ roomId, seq, repeated }) =>
                  Effect.sync(() => {
                    const first = said.get(clientId)
                    expect(repeated).toBe(first !== undefined)
                    if (first !== undefined) expect({ roomId, seq }).toEqual({ roomId: first.roomId, seq: first.seq })
                    said.set(clientId, { roomId, seq, by })
                  }),
                ),
              )

            const runCommand = (
              { what, by, whom, room, number }: Command,
              index: number,
            ): Effect.Effect<unknown, unknown> => {
              const group = room === SUBSCRIBERS ? SUBSCRIBERS : TEAM
              if (what === "post") return post(by, room, `c${index}`)
              if (what === "again")
                return post(by, room, `c${index % 7}`).pipe(
                  Effect.when(Effect.sync(() => said.get(`c${index % 7}`)?.by === by)),
                )
              if (what === "edit") return chats.edit({ by, room, seq: number, text: "otherwise" })
              if (what === "remove") return chats.remove({ by, room, seq: number })
              if (what === "read")
                return Effect.map(chats.markRead({ by, room, seq: number }), ({ roomId, seq, position }) => {
                  const key = seatIdOf(roomId, by)
                  if (position > 0) expect(seq).toBeGreaterThan(pointers.get(key) ?? 0)
                  if (position > 0) pointers.set(key, seq)
                })
              if (what === "block" || what === "unblock") return chats[what]({ by, personId: whom })
              if (what === "ban" || what === "unban") return chats[what]({ by: CREATOR, room: group, personId: whom })
              if (what === "shut") return chats.shutRoom({ by: CREATOR, ...group })
              if (what === "open") return chats.openRoom({ by: CREATOR, ...group })
              if (what === "grant") return chats.grant({ creatorId: CREATOR, personId: whom, level: 2 })
              if (what === "later") return later(number * 300)
              return chats[what]({ by, room })
            }
            for (const [index, each] of commands.entries()) yield* Effect.ignore(runCommand(each, index))

            const find = yield* findPostedEvent
            for (const room of ROOMS) {
              const roomId = roomIdOf(room)
              const events = yield* store.readStream(`chatroom-${roomId}`)
              const posted = events
                .filter(({ type }) => type === "chat.MessagePosted.v1")
                .map(({ data }) => data as PostResult)
              expect(posted.map(({ seq }) => seq)).toEqual(posted.map((_, index) => index + 1))
              expect(posted.map(({ clientId }) => said.get(clientId)?.seq)).toEqual(posted.map(({ seq }) => seq))
              expect(posted.map(({ postedAt }) => postedAt)).toEqual(posted.map(({ postedAt }) => postedAt).toSorted())
              for (const { seq, senderId } of posted) expect(senderOf(yield* find(roomId, seq))).toBe(senderId)
              expect(yield* find(roomId, posted.length + 1)).toBeNull()
              const fresh = yield* (yield* fold(Room))(roomId)
              expect(fresh).toEqual(yield* (yield* reader(Room))(roomId))
              for (const personId of PEOPLE) {
                const seat = yield* (yield* fold(Seat))(seatIdOf(roomId, personId))
                const permissions = yield* chats.permissions(room, personId, 0)
                const isStranger = isConversation(room) && !room.personIds.includes(personId)
                expect([permissions.head, permissions.seat, permissions.read]).toEqual(
                  isStranger ? [fresh.head, "none", 0] : [fresh.head, seat.status, seat.read],
                )
                expect(seat.read).toBeLessThanOrEqual(fresh.head)
              }
            }
          }),
        ),
      ),
      { numRuns: Number(process.env["CHAT_RUNS"] ?? 40) },
    ),
  60_000,
)

type PostResult = {
  readonly seq: number
  readonly senderId: string
  readonly clientId: string
  readonly postedAt: string
}
