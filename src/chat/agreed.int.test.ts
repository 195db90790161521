import { afterAll, beforeAll, expect, it } from "vitest"
import type { ChatMessage, ChatRoom, ChatSummary, GroupScope } from "#contract/chat"
import { OPERATOR } from "#core/chat"
import { unreadOf } from "#projections/chat"
import { type ChatKit, makeChatKit, type Person } from "./testing/chatKit.ts"
import { freshlySeen, ModelTab } from "./testing/modelTab.ts"

/** Nobody is as quick as this test. */
const AS_MANY = { perSecond: 10_000, burst: 10_000 }

let kit: ChatKit
beforeAll(async () => {
  kit = await makeChatKit(2, { rates: { write: AS_MANY, read: AS_MANY, sign: AS_MANY } })
})
afterAll(() => kit.stop())

const tabOf = async (person: Person, at: number) => ModelTab.open(await kit.enter(person, at), person.userCode)
/** What a tab counts, by room, once it is what every other place says: the list, the sum of it, and the header. */
const agreed = async (person: Person, tab: ModelTab) => {
  await kit.read.settle()
  const asked = await kit.enter(person)
  const fresh = await freshlySeen(asked)
  const heard = async () => {
    await tab.hear()
    return tab.see()
  }
  await expect.poll(heard, { interval: 20 }).toEqual(fresh)
  const { Rooms, UnreadCount } = await asked.get<{ Rooms: ReadonlyArray<ChatSummary>; UnreadCount: number }>("Lmh")
  const listed = await asked.get<{ Rooms: ReadonlyArray<ChatRoom> }>("Ls")
  expect(listed.Rooms.map(({ Room }) => Room)).toEqual(Rooms.map(({ Room }) => Room))
  const unread = Object.values(fresh).reduce((sum, room) => sum + room.unread, 0)
  expect([UnreadCount, await kit.read.run(unreadOf(person.personId)), asked.info.UnreadCount]).toEqual([
    unread,
    unread,
    unread,
  ])
  asked.close()
  return Object.fromEntries(Object.entries(fresh).map(([key, room]) => [key.split(" ")[0], room.unread]))
}

it("counts what a creator's room said since somebody was let in, joined or granted, in the open tab as in a fresh one", async () => {
  const { owner, readers } = await kit.room("Team", ["Never", "Former"])
  const [never, former] = readers as unknown as readonly [Person, Person]
  const { chats, run } = kit.read
  const creatorId = owner.personId
  const grant = (person: Person, level: 2 | 3) => run(chats.grant({ creatorId, personId: person.personId, level }))
  const revoke = (person: Person) => run(chats.revoke({ creatorId, personId: person.personId }))
  for (const scope of ["Subscriber", "Premium"] as const)
    await run(chats.openRoom({ by: OPERATOR, ownerId: creatorId, scope }))
  const o = await kit.enter(owner)
  let said = 0
  const say = async (scope: GroupScope, count = 1) => {
    for (let at = 0; at < count; at += 1) {
      said += 1
      await o.get("Bc", scope, owner.userCode, `s${said}`, "", "", `number ${said}`)
    }
  }
  for (const scope of ["Subscriber", "Premium"] as const) await say(scope, 2)

  // One of them has a page open all along and never looks into the rooms, the other one did once.
  const tab = await tabOf(never, 1)
  expect(await agreed(never, tab)).toEqual({ Team: 0 })
  await grant(never, 2)
  expect(await agreed(never, tab)).toEqual({ Team: 0, Subscriber: 0 })
  for (const scope of ["Team", "Subscriber", "Premium"] as const) await say(scope, 2)
  expect(await agreed(never, tab)).toEqual({ Team: 2, Subscriber: 2 })
  expect(await agreed(never, await tabOf(never, 0))).toEqual({ Team: 2, Subscriber: 2 })

  // Who is let into more keeps what was new in what they had.
  await grant(never, 3)
  expect(await agreed(never, tab)).toEqual({ Team: 2, Subscriber: 2, Premium: 0 })
  for (const scope of ["Team", "Subscriber", "Premium"] as const) await say(scope)
  expect(await agreed(never, tab)).toEqual({ Team: 3, Subscriber: 3, Premium: 1 })
  await tab.client.get("Rd", "Subscriber", owner.userCode, 4)
  expect(await agreed(never, tab)).toEqual({ Team: 3, Subscriber: 1, Premium: 1 })

  // What is lost is gone from the tab too, and who comes again begins anew, as who joins again does.
  const other = await tabOf(former, 0)
  await grant(former, 2)
  await say("Subscriber")
  expect(await agreed(former, other)).toEqual({ Team: 3, Subscriber: 1 })
  await other.client.get("In", "Team", owner.userCode, "leave")
  await revoke(former)
  expect(await agreed(former, other)).toEqual({})
  for (const scope of ["Team", "Subscriber"] as const) await say(scope)
  await other.client.get("In", "Team", owner.userCode, "join")
  await grant(former, 2)
  expect(await agreed(former, other)).toEqual({ Team: 0, Subscriber: 0 })
  for (const scope of ["Team", "Subscriber"] as const) await say(scope)
  expect(await agreed(former, other)).toEqual({ Team: 1, Subscriber: 1 })
  await grant(never, 2)
  expect(await agreed(never, tab)).toEqual({ Team: 5, Subscriber: 4 })
})

it("pushes no edit of a message after its removal, whichever nodes both are asked for at once", async () => {
  const { owner, readers } = await kit.room("Team", ["Reader"])
  const [o, elsewhere] = [await kit.enter(owner), await kit.enter(owner, 1)]
  const listeners = [await kit.enter(readers[0] as Person), await kit.enter(readers[0] as Person, 1)]
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
  // Who removed it once more is told the same, and nobody anything.
  expect(await elsewhere.get("De", "Team", owner.userCode, 1)).toMatchObject({ Seq: 1 })
  await o.get("Bc", "Team", owner.userCode, "last", "", "", "the last one")
  for (const tab of listeners) {
    await tab.until(
      () => tab.lines<ChatMessage>("De").length === count && tab.lines("Bc").length > count,
      "all removals",
    )
    const gone = new Set<unknown>()
    for (const { command, line } of tab.pushes) {
      if (command === "De") gone.add(line["Seq"])
      if (command === "Ed") expect([...gone]).not.toContain(line["Seq"])
    }
    expect(
      tab
        .lines<ChatMessage>("De")
        .map(({ Seq }) => Seq)
        .toSorted((one, other) => one - other),
    ).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  }
})
