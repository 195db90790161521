import { expect, it } from "vitest"
import { roomIdOf } from "#core/chat"
import { Directory } from "../directory/Directory.ts"
import { Peer } from "../peers/Peer.ts"
import { People } from "../peers/People.ts"
import { Announcer } from "../rooms/Announcer.ts"
import { LiveRooms } from "../rooms/LiveRooms.ts"
import { Outbox } from "../rooms/Outbox.ts"
import { Seats } from "./Seats.ts"

const AWAY = new Error("the database is away")
/** Answers after it has failed so often. */
const failing = <A>(failures: number, answer: () => A) => {
  let left = failures
  return async (): Promise<A> => {
    if (left-- > 0) throw AWAY
    return answer()
  }
}

it("tells people in the end what happened while the database was away", async () => {
  const [ada, ben] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"] as const
  const address = { scope: "Person", personIds: [ada, ben] } as const
  const told = Promise.withResolvers<void>()
  const pushed: Array<string> = []
  const people = new People(() => undefined)
  const outbox = new Outbox((_, text) => {
    for (const _ of text.split("\n")) pushed.push(text.slice(0, 2))
    if (pushed.length === 3) told.resolve()
  })
  const named = failing(1, () => new Map())
  const directory = new Directory({ now: () => 0, namesOf: named, peopleOf: named })
  const announcer = new Announcer(people, outbox)
  const rooms = new LiveRooms({
    now: () => 0,
    position: () => 0,
    footing: () => Promise.reject(AWAY),
    deliver: () => undefined,
    newest: () => Promise.reject(AWAY),
    reload: () => undefined,
  })
  const line = { Scope: "Person" } as unknown as NonNullable<Awaited<ReturnType<typeof listed>>>
  const listed: ConstructorParameters<typeof Seats>[0]["listed"] = failing(2, () => line)
  const seats = new Seats({
    people,
    rooms,
    announcer,
    directory,
    mayRead: () => Promise.reject(AWAY),
    listed,
    granted: () => Promise.reject(AWAY),
    groupRooms: () => Promise.reject(AWAY),
  })
  const peer = new Peer("192.0.2.1", 0)
  // What reaches them could not be looked up either.
  const person = people.attach(peer, { personId: ada, userCode: "ADA", displayName: null }, "s", () =>
    Promise.reject(AWAY),
  )
  await expect(person.ready).rejects.toBe(AWAY)
  const roomId = roomIdOf(address)
  seats.read({ roomId, personId: ben, seq: 1 }, { address, epoch: 1 }, 7)
  seats.changed(ada, address, 8)
  seats.pairChanged(ada, ben, 9)
  await told.promise
  expect(pushed.toSorted()).toEqual(["Ls", "Ls", "Rd"])
  expect(person.position).toBe(9)
})
