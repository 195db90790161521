import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OPERATOR, roomIdOf } from "#core/chat"
import { type TestDatabase, testDatabase } from "#testing"
import {
  findQuietHours,
  findRoom,
  findUnreadReply,
  groupRoomsOf,
  type HistoryPage,
  listBlocks,
  listRooms,
  pageAfter,
  pageHistory,
  pageThread,
  searchHistory,
  unreadCounts,
  unreadOf,
} from "./index.ts"
import { type ChatReadKit, makeChatReadKit } from "./testing/chatReadKit.ts"

let db: TestDatabase
let kit: ChatReadKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeChatReadKit(db.url)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const between = (one: string, other: string) => ({ scope: "Person", personIds: [one, other] }) as const
const texts = ({ messages }: Pick<HistoryPage, "messages">) => messages.map(({ text }) => text)
const linesOf = async (personId: string) =>
  (await kit.run(listRooms(personId))).map(({ scope, targetCode, state, unread, lastMessage }) =>
    [scope, targetCode, state, unread, lastMessage?.text ?? null].join(" "),
  )

describe("a reply in a group room", () => {
  it("is found for its reader until they have read it, unless one of both blocked the other", async () => {
    const [vera, walt, xena] = [await kit.person("Vera"), await kit.person("Walt"), await kit.person("Xena")]
    const room = { scope: "Team", ownerId: xena } as const
    await kit.run(kit.chats.openRoom({ by: OPERATOR, ownerId: xena, scope: "Team" }))
    for (const by of [vera, walt]) await kit.run(kit.chats.join({ by, room }))
    await kit.post(vera, room, "question")
    await kit.post(vera, room, "to myself", { replyTo: 1 })
    await kit.post(walt, room, "answer", { replyTo: 1 })
    await kit.post(walt, room, "no reply")
    await kit.settle()
    const found = (seq: number) => kit.run(findUnreadReply(roomIdOf(room), seq))
    expect(await found(3)).toEqual({
      answeredId: vera,
      answeredSeq: 1,
      scope: "Team",
      ownerId: xena,
      ownerCode: "XENA",
      ownerName: "Xena",
      who: "Walt",
    })
    expect([await found(2), await found(4), await found(5)]).toEqual([null, null, null])
    await kit.run(kit.chats.block({ by: vera, personId: walt }))
    await kit.settle()
    expect(await found(3)).toBeNull()
    await kit.run(kit.chats.unblock({ by: vera, personId: walt }))
    await kit.run(kit.chats.markRead({ by: vera, room, seq: 4 }))
    await kit.settle()
    expect(await found(3)).toBeNull()

    await kit.post(walt, room, "once more", { replyTo: 1 })
    await kit.settle()
    expect(await found(5)).not.toBeNull()
    await kit.run(kit.chats.leave({ by: vera, room }))
    await kit.settle()
    expect(await found(5)).toBeNull()
  })
})

describe("the list of rooms", () => {
  it("shows conversations with unread counts, requests, and group rooms with their states", async () => {
    const [ana, ben, cleo] = [await kit.person("Ana"), await kit.person("Ben"), await kit.person("Cleo")]
    await kit.post(ana, between(ana, ben), "hello")
    await kit.post(ana, between(ana, ben), "are you there?")
    await kit.run(kit.chats.openRoom({ by: OPERATOR, ownerId: cleo, scope: "Team" }))
    await kit.run(kit.chats.openRoom({ by: OPERATOR, ownerId: cleo, scope: "Premium" }))
    await kit.run(kit.chats.shutRoom({ by: cleo, ownerId: cleo, scope: "Premium" }))
    await kit.run(kit.chats.shutRoom({ by: OPERATOR, ownerId: cleo, scope: "Person" }))
    await kit.run(kit.chats.grant({ creatorId: cleo, personId: ben, level: 3 }))
    await kit.run(kit.chats.join({ by: ana, room: { scope: "Team", ownerId: cleo } }))
    await kit.post(cleo, { scope: "Team", ownerId: cleo }, "welcome")
    await kit.settle()

    expect(await linesOf(ana)).toEqual(["Team CLEO open 1 welcome", "Person BEN requested 0 are you there?"])
    expect((await linesOf(ben)).toSorted()).toEqual([
      "Person ANA invited 2 are you there?",
      "Premium CLEO shutGroup 0 ",
    ])
    expect((await linesOf(cleo)).toSorted()).toEqual([
      "Person CLEO shutPersonal 0 ",
      "Premium CLEO shutGroup 0 ",
      "Subscriber CLEO none 0 ",
      "Team CLEO open 0 welcome",
    ])
    expect(await kit.run(unreadCounts([ana, ben, cleo]))).toEqual(new Map([[ana, 1]]))
    expect(await kit.run(groupRoomsOf([ana, ben]))).toEqual(
      new Map([
        [ana, [{ scope: "Team", ownerId: cleo }]],
        [ben, [{ scope: "Premium", ownerId: cleo }]],
      ]),
    )

    await kit.run(kit.chats.accept({ by: ben, room: between(ana, ben) }))
    await kit.run(kit.chats.markRead({ by: ben, room: between(ana, ben), seq: 1 }))
    await kit.settle()
    expect(await kit.run(unreadOf(ben))).toBe(1)
    expect(await kit.run(findRoom(ben, "Person", "ana"))).toMatchObject({ state: "open", unread: 1, read: 1, head: 2 })
    expect(await kit.run(findRoom(ben, "Person", "CLEO"))).toMatchObject({ state: "shutPersonal", head: 0, epoch: 0 })
    expect(await kit.run(findRoom(ben, "Subscriber", "CLEO"))).toMatchObject({ state: "none" })
    expect(await kit.run(findRoom(ben, "Person", "NOBODY"))).toBeNull()
    expect(await kit.run(findRoom(ben, "Person", "BEN"))).toBeNull()
    await kit.run(kit.chats.block({ by: ben, personId: ana }))
    await kit.run(
      kit.chats.setQuietHours({ by: ben, hours: { fromMinute: 0, toMinute: 60, timeZone: "Europe/Berlin" } }),
    )
    await kit.settle()
    expect(await kit.run(findRoom(ben, "Person", "ANA"))).toMatchObject({ state: "blocked" })
    expect(await kit.run(findRoom(ana, "Person", "BEN"))).toMatchObject({ state: "ended" })
    expect((await kit.run(listBlocks(ben))).map(({ userCode }) => userCode)).toEqual(["ANA"])
    expect((await kit.run(findQuietHours([ana, ben]))).get(ben)?.toMinute).toBe(60)
  })
})

describe("history", () => {
  it("is paged by date and direction, and by number among equal dates", async () => {
    const [dora, emil] = [await kit.person("Dora"), await kit.person("Emil")]
    const room = between(dora, emil)
    const atMs = Date.UTC(2026, 10, 20, 12)
    const { roomId } = await kit.post(dora, room, "m1", { atMs })
    // All other messages have the same time, as in a busy room; a node with a slow clock gives the same.
    await kit.post(emil, room, "m2", { replyTo: 1, atMs: atMs + 60_000 })
    for (let number = 3; number <= 7; number += 1)
      await kit.post(dora, room, `m${number}`, { atMs: atMs + (number === 5 ? 0 : 60_000) })
    await kit.settle()
    const page = (direction: "Older" | "Newer", dateIso: string | null, seq: number | null, limit: number) =>
      kit.run(pageHistory({ roomId, readerId: dora, direction, dateIso, seq, limit }))

    const newest = await page("Older", null, null, 3)
    expect([texts(newest), newest.hasMore]).toEqual([["m5", "m6", "m7"], true])
    const last = newest.messages[0]
    const older = await page("Older", last?.sentAtIso ?? "", last?.seq ?? 0, 3)
    expect([texts(older), older.hasMore]).toEqual([["m2", "m3", "m4"], true])
    expect(older.messages[0]).toMatchObject({
      senderCode: "EMIL",
      senderName: "Emil",
      replyTo: 1,
      clientId: expect.any(String),
    })
    expect(texts(await page("Older", last?.sentAtIso ?? "", null, 3))).toEqual(["m1"])
    expect(texts(await page("Newer", last?.sentAtIso ?? "", null, 2))).toEqual(["m2", "m3"])
    expect(texts(await page("Newer", last?.sentAtIso ?? "", 3, 30))).toEqual(["m4", "m5", "m6", "m7"])
    expect(texts(await page("Newer", "no date", null, 1))).toEqual(["m1"])
    expect(texts(await kit.run(pageAfter(roomId, 5, dora)))).toEqual(["m6", "m7"])
  })

  it("marks edits and removals, and can be searched in one room and in all", async () => {
    const [fay, gus, hal] = [await kit.person("Fay"), await kit.person("Gus"), await kit.person("Hal")]
    const [one, other] = [between(fay, gus), between(fay, hal)]
    const { roomId } = await kit.post(fay, one, "The café opens at nine")
    await kit.post(fay, one, "今天東京很冷")
    await kit.post(fay, one, "opens at the cafe")
    await kit.post(fay, one, "never mind")
    const { roomId: otherId } = await kit.post(hal, other, "another Café")
    await kit.run(kit.chats.edit({ by: fay, room: one, seq: 4, text: "the café is shut" }))
    await kit.run(kit.chats.remove({ by: fay, room: one, seq: 3 }))
    const again = kit.chats.edit({ by: fay, room: one, seq: 3, text: "café again" })
    expect((await kit.run(Effect.flip(again)))._tag).toBe("NoMessage")
    await kit.settle()
    const find = async (text: string, roomIds: ReadonlyArray<string> = [roomId]) =>
      texts(await kit.run(searchHistory({ roomIds, text })))
    expect(await find("cafe")).toEqual(["the café is shut", "The café opens at nine"])
    expect(await find("CAFÉ -shut")).toEqual(["The café opens at nine"])
    expect(await find('"opens at"')).toEqual(["The café opens at nine"])
    expect(await find('"at opens"')).toEqual([])
    expect(await find("东京")).toEqual(["今天東京很冷"])
    expect(await find("never")).toEqual([])
    expect(await find("")).toEqual([])
    expect(await find("cafe", [roomId, otherId])).toEqual([
      "another Café",
      "the café is shut",
      "The café opens at nine",
    ])
    const first = await kit.run(searchHistory({ roomIds: [roomId, otherId], text: "cafe", limit: 2 }))
    const second = await kit.run(
      searchHistory({ roomIds: [roomId, otherId], text: "cafe", limit: 2, cursor: first.next }),
    )
    expect([...texts(first), ...texts(second), second.next]).toEqual([...(await find("cafe", [roomId, otherId])), null])
    const { messages } = await kit.run(pageAfter(roomId, 2, fay))
    expect(messages.map(({ text, isEdited, isRemoved }) => [text, isEdited, isRemoved])).toEqual([
      ["", false, true],
      ["the café is shut", true, false],
    ])
  })
})

describe("threads", () => {
  it("count direct and indirect replies, and are read page by page, oldest first", async () => {
    const [nele, otto] = [await kit.person("Nele"), await kit.person("Otto")]
    const room = between(nele, otto)
    const { roomId } = await kit.post(nele, room, "one")
    await kit.post(otto, room, "other")
    await kit.post(otto, room, "first reply", { replyTo: 1 })
    await kit.post(nele, room, "reply to the reply", { replyTo: 3 })
    await kit.post(nele, room, "to the other", { replyTo: 2 })
    await kit.post(otto, room, "second reply", { replyTo: 1 })
    await kit.run(kit.chats.remove({ by: otto, room, seq: 6 }))
    await kit.settle()
    const all = await kit.run(pageAfter(roomId, 0, nele))
    expect(all.messages.map(({ replies }) => replies)).toEqual([3, 1, 1, 0, 0, 0])
    const thread = (after: number, limit: number) => kit.run(pageThread({ roomId, seq: 1, after }, nele, limit))
    const first = await thread(0, 3)
    expect([texts(first), first.hasMore]).toEqual([["one", "first reply", "reply to the reply"], true])
    expect(first.messages.map(({ replies }) => replies)).toEqual([3, 1, 0])
    const rest = await thread(4, 3)
    expect([rest.messages.map(({ seq, isRemoved }) => [seq, isRemoved]), rest.hasMore]).toEqual([[[6, true]], false])
    expect(texts(await kit.run(pageThread({ roomId, seq: 99, after: 0 }, nele)))).toEqual([])
  })
})

describe("reactions", () => {
  it("are counted with names in pages of history, disappear with their message, and are forgotten with their person", async () => {
    const [kim, lea, max] = [await kit.person("Kim"), await kit.person("Lea"), await kit.person("Max")]
    const room = between(kim, lea)
    const { roomId } = await kit.post(kim, room, "one")
    await kit.post(lea, room, "two")
    await kit.post(kim, between(kim, max), "elsewhere")
    for (const [by, emoji] of [
      [kim, "👍"],
      [lea, "👍"],
      [lea, "🎉"],
    ] as const)
      await kit.run(kit.chats.react({ by, room, seq: 1, emoji, isOn: true }))
    await kit.run(kit.chats.react({ by: kim, room, seq: 2, emoji: "😮", isOn: true }))
    await kit.run(kit.chats.remove({ by: lea, room, seq: 2 }))
    await kit.settle()
    const reactions = async (readerId: string) =>
      (await kit.run(pageAfter(roomId, 0, readerId))).messages.map((message) => message.reactions)
    const kims = { code: "KIM", name: "Kim" }
    const leas = { code: "LEA", name: "Lea" }
    expect(await reactions(kim)).toEqual([
      expect.arrayContaining([
        { emoji: "👍", count: 2, isOwn: true, people: [kims, leas] },
        { emoji: "🎉", count: 1, isOwn: false, people: [leas] },
      ]),
      null,
    ])
    await kit.leave(lea)
    expect(await reactions(kim)).toEqual([[{ emoji: "👍", count: 1, isOwn: true, people: [kims] }], null])
    expect(await kit.sql`select from read.chat_reaction where person_id = ${lea}`).toHaveLength(0)
    const { live, rebuilt } = await kit.digests()
    expect(rebuilt).toEqual(live)
  })
})

describe("a deleted account", () => {
  it("disappears from every row: seats end, texts are dropped, and rebuilt read models are equal", async () => {
    const [ida, jon] = [await kit.person("Ida"), await kit.person("Jon")]
    const room = between(ida, jon)
    const { roomId } = await kit.post(ida, room, "my secret")
    await kit.post(jon, room, "what is it?")
    await kit.run(kit.chats.edit({ by: ida, room, seq: 1, text: "my other secret" }))
    await kit.run(kit.chats.block({ by: ida, personId: jon }))
    await kit.run(kit.chats.report({ by: ida, room, seq: 2, reason: "curious" }))
    await kit.settle()
    expect(texts(await kit.run(searchHistory({ roomIds: [roomId], text: "secret" })))).toEqual(["my other secret"])
    await kit.leave(ida)
    expect(texts(await kit.run(searchHistory({ roomIds: [roomId], text: "secret" })))).toEqual([])
    const { messages } = await kit.run(pageAfter(roomId, 0, jon))
    expect(messages.map(({ senderName, text, isRemoved }) => [senderName, text, isRemoved])).toEqual([
      ["", "", true],
      ["Jon", "what is it?", false],
    ])
    expect(await kit.sql`select from read.chat_block where person_id = ${ida}`).toHaveLength(0)
    expect(await kit.sql`select from read.chat_report where person_id = ${ida}`).toHaveLength(0)
    expect(await linesOf(jon)).toEqual(["Person  ended 0 what is it?"])
    const refused = await kit.run(
      Effect.flip(kit.chats.post({ by: jon, room, clientId: "x", text: "?", replyTo: null, pictures: [] })),
    )
    expect(refused._tag).toBe("NeedPermission")
    for (const { personId } of await kit.sql<
      Array<{ personId: string }>
    >`select person_id as "personId" from read.account`) {
      const counted = (await kit.run(listRooms(personId))).filter(({ state }) => state !== "invited")
      expect(await kit.run(unreadOf(personId))).toBe(counted.reduce((sum, { unread }) => sum + unread, 0))
    }
    const { live, rebuilt } = await kit.digests()
    expect(rebuilt).toEqual(live)
  })
})
