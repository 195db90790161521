import { expect, it } from "vitest"
import type { ViewerRoomState } from "#contract/chat"
import { roomIdOf } from "#core/chat"
import { room } from "../../features/chat/testing/fakes.ts"
import { ConnectedPeople } from "../peers/ConnectedPeople.ts"
import { NameCache } from "../peers/NameCache.ts"
import { Peer } from "../peers/Peer.ts"
import { Announcer } from "../rooms/Announcer.ts"
import { FrameBatcher } from "../rooms/FrameBatcher.ts"
import { LiveRooms } from "../rooms/LiveRooms.ts"
import { PermissionFanout } from "./PermissionFanout.ts"

const AWAY = new Error("the database is away")
/** Number of failures before the first answer. */
const failing = <A>(failures: number, answer: () => A) => {
  let left = failures
  return async (): Promise<A> => {
    if (left-- > 0) throw AWAY
    return answer()
  }
}

const [ada, ben] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"] as const
const address = { scope: "Person", personIds: [ada, ben] } as const
const roomId = roomIdOf(address)
const opened = { address, epoch: 1 }

/** A fanout with failing queries, and what it pushes. @param state of the conversation, for each of the two */
const seatsOf = (state: ViewerRoomState) => {
  const pushed: Array<string> = []
  const received: Array<() => void> = []
  const people = new ConnectedPeople(() => undefined)
  const frameBatcher = new FrameBatcher((topic, text) => {
    for (const _ of text.split("\n")) pushed.push(`${topic.endsWith(ada) ? "ada" : "ben"} ${text.slice(0, 2)}`)
    for (const receive of received) receive()
  })
  const named = failing(1, () => new Map())
  const names = new NameCache({ now: () => 0, namesOf: named, peopleOf: named })
  const rooms = new LiveRooms({
    now: () => 0,
    position: () => 0,
    initialState: () => Promise.reject(AWAY),
    deliver: () => undefined,
    newest: () => Promise.reject(AWAY),
    reload: () => undefined,
  })
  const fanout = new PermissionFanout({
    people,
    rooms,
    announcer: new Announcer(people, frameBatcher),
    names,
    presence: { isSubscribed: () => false, part: () => undefined },
    permissions: failing(1, () => ({ mayRead: true, state })),
    listed: failing(2, () => room("BEN")),
    partners: () => Promise.reject(AWAY),
    granted: () => Promise.reject(AWAY),
    groupRooms: () => Promise.reject(AWAY),
  })
  /** Resolves once the given number of lines was pushed. */
  const notified = (count: number) =>
    new Promise<ReadonlyArray<string>>((resolve) => {
      const check = () => pushed.length >= count && resolve(pushed.toSorted())
      received.push(check)
      check()
    })
  /** A person connects, and their rooms cannot be loaded either. */
  const enter = async (personId: string) => {
    const known = { personId, userCode: personId, displayName: null }
    const person = people.attach(new Peer("192.0.2.1", 0), known, "s", () => Promise.reject(AWAY))
    await expect(person.ready).rejects.toBe(AWAY)
    return person
  }
  return { fanout, notified, enter }
}

it("pushes changes once the database is back", async () => {
  const { fanout, notified, enter } = seatsOf("open")
  const person = await enter(ada)
  fanout.read({ roomId, personId: ben, seq: 1 }, opened, 7)
  fanout.changed(ada, address, 8)
  fanout.pairChanged(ada, ben, 9)
  expect(await notified(3)).toEqual(["ada Ls", "ada Ls", "ada Rd"])
  expect(person.position).toBe(9)
})

it.each(["requested", "blocked", "ended"] as const)(
  "does not reveal a read pointer to the other person if the conversation is %s, but updates all tabs of the reader",
  async (state) => {
    const { fanout, notified, enter } = seatsOf(state)
    for (const personId of [ada, ben]) await enter(personId)
    fanout.read({ roomId, personId: ben, seq: 1 }, opened, 7)
    fanout.changed(ada, address, 8)
    expect(await notified(2)).toEqual(["ada Ls", "ben Rd"])
  },
)
