import { afterAll, beforeAll, expect, it } from "vitest"
import type { ChatRoom, ChatSummary, GroupScope } from "#contract/chat"
import { OPERATOR } from "#core/chat"
import { unreadOf } from "#projections/chat"
import { type ChatKit, makeChatKit, type Person } from "./testing/chatKit.ts"
import { roomsSeen } from "./testing/model/seen.ts"
import { Tab } from "./testing/model/Tab.ts"

/** Rate limits high enough for a test. */
const AS_MANY = { perSecond: 10_000, burst: 10_000 }

let kit: ChatKit
beforeAll(async () => {
  // Queries wait for lagging read models as in production.
  kit = await makeChatKit(2, { rates: { write: AS_MANY, read: AS_MANY, sign: AS_MANY }, waitMsMin: 250 })
})
const tabs: Array<Tab> = []
afterAll(async () => {
  await Promise.all(tabs.map((tab) => tab.close()))
  await kit.stop()
})

const tabOf = async (person: Person, at: number) => {
  const tab = new Tab({ ...person, nodes: kit.nodes }, at)
  tabs.push(tab)
  await tab.open()
  return tab
}
/** What a tab counts by room, once it agrees with every other view: the list, its total, and the header. */
const agreed = async (person: Person, tab: Tab) => {
  await kit.read.settle()
  const requested = await kit.enter(person)
  const { Rooms, UnreadCount } = await requested.get<{ Rooms: ReadonlyArray<ChatSummary>; UnreadCount: number }>("Lmh")
  const fresh = roomsSeen(Rooms)
  await expect.poll(() => tab.see().rooms, { interval: 20 }).toEqual(fresh)
  const listed = await requested.get<{ Rooms: ReadonlyArray<ChatRoom> }>("Ls")
  expect(listed.Rooms.map(({ Room }) => Room)).toEqual(Rooms.map(({ Room }) => Room))
  const unread = Object.values(fresh).reduce((sum, room) => sum + room.unread, 0)
  expect([UnreadCount, await kit.read.run(unreadOf(person.personId)), requested.info.UnreadCount]).toEqual([
    unread,
    unread,
    unread,
  ])
  requested.close()
  return Object.fromEntries(Object.entries(fresh).map(([key, room]) => [key.split(" ")[0], room.unread]))
}

it("counts messages since a person joined or got a level, in the open tab as in a new one", async () => {
  const { owner, readers } = await kit.room("Team", ["Never", "Former"])
  const [never, former] = readers
  const { chats, run } = kit.read
  const creatorId = owner.personId
  const grant = (person: Person, level: 2 | 3) => run(chats.grant({ creatorId, personId: person.personId, level }))
  const revoke = (person: Person) => run(chats.revoke({ creatorId, personId: person.personId }))
  for (const scope of ["Subscriber", "Premium"] as const)
    await run(chats.openRoom({ by: OPERATOR, ownerId: creatorId, scope }))
  const o = await kit.enter(owner)
  let said = 0
  const post = async (scope: GroupScope, count = 1) => {
    for (let at = 0; at < count; at += 1) {
      said += 1
      await o.get("Bc", scope, owner.userCode, `s${said}`, "", "", `number ${said}`)
    }
  }
  for (const scope of ["Subscriber", "Premium"] as const) await post(scope, 2)

  // One of them keeps a page open and never opens the rooms; the other opened them once.
  const tab = await tabOf(never, 1)
  expect(await agreed(never, tab)).toEqual({ Team: 0 })
  await grant(never, 2)
  expect(await agreed(never, tab)).toEqual({ Team: 0, Subscriber: 0 })
  for (const scope of ["Team", "Subscriber", "Premium"] as const) await post(scope, 2)
  expect(await agreed(never, tab)).toEqual({ Team: 2, Subscriber: 2 })
  expect(await agreed(never, await tabOf(never, 0))).toEqual({ Team: 2, Subscriber: 2 })

  // A person who gets access to more rooms keeps the unread counts of the earlier ones.
  await grant(never, 3)
  expect(await agreed(never, tab)).toEqual({ Team: 2, Subscriber: 2, Premium: 0 })
  for (const scope of ["Team", "Subscriber", "Premium"] as const) await post(scope)
  expect(await agreed(never, tab)).toEqual({ Team: 3, Subscriber: 3, Premium: 1 })
  await tab.get("Rd", "Subscriber", owner.userCode, 4)
  expect(await agreed(never, tab)).toEqual({ Team: 3, Subscriber: 1, Premium: 1 })

  // A lost room disappears from the tab too; rejoining starts counting from zero, like joining.
  const other = await tabOf(former, 0)
  await grant(former, 2)
  await post("Subscriber")
  expect(await agreed(former, other)).toEqual({ Team: 3, Subscriber: 1 })
  await other.get("In", "Team", owner.userCode, "leave")
  await revoke(former)
  expect(await agreed(former, other)).toEqual({})
  for (const scope of ["Team", "Subscriber"] as const) await post(scope)
  await other.get("In", "Team", owner.userCode, "join")
  await grant(former, 2)
  expect(await agreed(former, other)).toEqual({ Team: 0, Subscriber: 0 })
  for (const scope of ["Team", "Subscriber"] as const) await post(scope)
  expect(await agreed(former, other)).toEqual({ Team: 1, Subscriber: 1 })
  await grant(never, 2)
  expect(await agreed(never, tab)).toEqual({ Team: 5, Subscriber: 4 })
})

/** Stops the chat read models until the work is done. */
const whileHeld = async <A>(work: () => Promise<A>): Promise<A> => {
  const session = await kit.read.sql.reserve()
  await session`begin`
  await session`lock table read.chat_room, read.chat_seat, read.chat_ban in exclusive mode`
  try {
    return await work()
  } finally {
    await session`commit`
    session.release()
  }
}

it("neither lists nor pushes a lost room while read models are far behind", async () => {
  const { owner, readers } = await kit.room("Team", ["Late"])
  const [o, late] = [await kit.enter(owner), await kit.enter(readers[0], 1)]
  const post = (text: string) => o.get("Bc", "Team", owner.userCode, text, "", "", text)
  await post("one")
  await late.until(() => late.lines("Bc").length === 1, "the first message")
  const answered: Array<string> = []
  const note = (what: string) => () => void answered.push(what)
  const read = () => late.get("Rd", "Team", owner.userCode, 1).then(note("read"))
  const list = () => late.get<{ readonly Rooms: ReadonlyArray<ChatSummary> }>("Lmh")

  const { listed } = await whileHeld(async () => {
    await post("two")
    await late.until(() => late.lines("Bc").length === 2, "the second message")
    const listed = list()
    void listed.then(note("listed"))
    // The checkpoint query answers with the current state after 250 ms.
    await read()
    expect(answered).toEqual(["read"])
    return { listed }
  })
  // The list has what was there when it was requested; the mark that came later may be in it.
  const [room] = (await listed).Rooms
  expect(room).toMatchObject({ Head: 2, UnreadCount: 2 - (room?.Read ?? 0) })

  const before = late.lines("Ls").length
  await whileHeld(async () => {
    await o.get("Rm", "Team", "ban", readers[0].userCode)
    // The second is written one second after the first.
    for (const seq of [1, 2]) await o.get("Rd", "Team", owner.userCode, seq)
    expect(late.lines("Ls")).toHaveLength(before)
  })
  await late.until(() => late.lines("Ls").length > before, "that the room is lost")
  expect(late.lines("Ls")[before]).toMatchObject({ State: "ended" })
})

it("pushes no edit after a removal, even from two nodes at once", async () => {
  const { owner, readers } = await kit.room("Team", ["Reader"])
  const [o, elsewhere] = [await kit.enter(owner), await kit.enter(owner, 1)]
  const listeners = [await kit.enter(readers[0]), await kit.enter(readers[0], 1)]
  const count = 12
  for (let seq = 1; seq <= count; seq += 1) await o.get("Bc", "Team", owner.userCode, `e${seq}`, "", "", "first said")
  const edited = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const [one, other] = at % 2 === 0 ? [o, elsewhere] : [elsewhere, o]
      const edits = [1, 2].map((time) => one.ask("Ed", "Team", owner.userCode, at + 1, `said otherwise ${time}`))
      const removed = await other.get("De", "Team", owner.userCode, at + 1)
      return Promise.all([...edits, removed])
    }),
  )
  for (const payload of edited.flat().filter((each) => typeof each === "string"))
    expect(payload).toMatch(/^(?:\{"Room":|Error\|chat\.noMessage\|)/)
  for (const tab of [o, elsewhere])
    expect(await tab.ask("Ed", "Team", owner.userCode, 1, "once more")).toMatch(/^Error\|chat\.noMessage\|/)
  // A repeated removal gets the same reply and pushes nothing.
  expect(await elsewhere.get("De", "Team", owner.userCode, 1)).toMatchObject({ Seq: 1 })
  await o.get("Bc", "Team", owner.userCode, "last", "", "", "the last one")
  for (const tab of listeners) {
    await tab.until(() => tab.lines("De").length === count && tab.lines("Bc").length > count, "all removals")
    const missing = new Set<number>()
    for (const { command, line } of tab.pushes) {
      if (command === "De") missing.add(line.Seq)
      if (command === "Ed") expect([...missing]).not.toContain(line.Seq)
    }
    expect(
      tab
        .lines("De")
        .map(({ Seq }) => Seq)
        .toSorted((one, other) => one - other),
    ).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  }
})
