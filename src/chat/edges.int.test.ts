import { afterAll, beforeAll, expect, it } from "vitest"
import { NEED_PERMISSION } from "#contract/chat"
import { type ChatKit, makeChatKit, type Person } from "./testing/chatKit.ts"

/** Longer than a name is cached. */
const NAMES_MS_MAX = 31_000

let kit: ChatKit
beforeAll(async () => {
  kit = await makeChatKit(1)
})
afterAll(() => kit.stop())

const couple = async (): Promise<readonly [Person, Person]> => [await kit.person("Ada"), await kit.person("Ben")]

it("acknowledges a stored message even if the sender's name cannot be looked up", async () => {
  const { owner } = await kit.room("Team", [])
  const o = await kit.enter(owner)
  await o.get("Bc", "Team", owner.userCode, "c1", "", "", "before")
  const rename = (from: string, to: string) =>
    kit.read.sql.unsafe(`alter view read.account rename column ${from} to ${to}`)
  await rename("display_name", "away")
  kit.clock.aheadMs += NAMES_MS_MAX
  const answered = await o.ask("Bc", "Team", owner.userCode, "c2", "", "", "meanwhile")
  await rename("away", "display_name")
  expect(JSON.parse(answered)).toMatchObject({ Seq: 2 })
  await o.until(() => o.lines("Bc").length === 2, "what was said meanwhile")
  expect(o.lines("Bc")[1]).toMatchObject({ Seq: 2, Message: "meanwhile", SenderDisplayName: "Owner" })
})

it("refuses leaving a conversation that never began, and keeps pushing to that person", async () => {
  const [ada, ben] = await couple()
  const [a, b] = [await kit.enter(ada), await kit.enter(ben)]
  expect(await b.ask("In", "Person", ada.userCode, "leave")).toBe(NEED_PERMISSION)
  // A state that old versions allowed: a person left before the room existed, and this node looked it up.
  const { roomId } = await kit.read.run(
    kit.read.chats.permissions({ scope: "Person", personIds: [ada.personId, ben.personId] }, ben.personId),
  )
  await kit.read.run(kit.read.chats.endSeat(roomId, ben.personId))
  const left = await kit.read.sql`select max(position)::int as position from es.event`
  await expect.poll(() => kit.nodes[0]?.node.follower.position).toBeGreaterThanOrEqual(left[0]?.["position"])
  await b.get("In", "Person", ada.userCode, "join")
  const { Room } = await b.get<{ Room: string }>("Bc", "Person", ada.userCode, "b1", "", "", "Hello")
  expect(Room).toBe(roomId)
  await a.until(() => a.lines("In").length === 1 && a.lines("Ls").length > 0, "the invitation")
  await a.get("In", "Person", ben.userCode, "accept")
  await b.until(() => b.lines("Ls").some(({ State }) => State === "open"), "that it was accepted")
  await a.get("Rd", "Person", ben.userCode, 1)
  await b.until(() => b.lines("Rd").some(({ Read }) => Read === 1), "how far the other one has read")
})

it("does not reveal the head of a room without read permission", async () => {
  const { owner, readers } = await kit.room("Team", ["Gil"])
  const [o, g] = [await kit.enter(owner), await kit.enter(readers[0])]
  const { Room, Epoch } = await o.get("Bc", "Team", owner.userCode, "t1", "", "", "one")
  const statuses = async (tab: typeof g) => {
    const requested = [0, 1, 2].map((Seq) => ({ Room, Epoch, Seq }))
    const { Rooms } = await tab.get<{ Rooms: ReadonlyArray<{ Status: string }> }>("Rs", JSON.stringify(requested))
    return Rooms.map(({ Status }) => Status)
  }
  expect(await statuses(g)).toEqual(["replayed", "current", "reload"])
  await g.get("In", "Team", owner.userCode, "leave")
  expect(await statuses(g)).toEqual(["reload", "reload", "reload"])
  expect(await statuses(await kit.enter(await kit.person("Stranger")))).toEqual(["reload", "reload", "reload"])
})

it("does not invite for a refused message, and announces the accepted one", async () => {
  const [ada, ben] = await couple()
  const [a, b] = [await kit.enter(ada), await kit.enter(ben)]
  for (const text of ["", " ", "x".repeat(4_001)])
    expect(await a.ask("Bc", "Person", ben.userCode, "c1", "", "", text)).toMatch(/^Error\|chat\.unfit/)
  await a.get("Bc", "Person", ben.userCode, "c1", "", "", "Hello")
  await b.until(() => b.lines("In").length > 0, "the invitation")
  expect(b.lines("In").map(({ Message }) => Message)).toEqual(["Hello"])
  const { Rooms } = await b.get<{ Rooms: ReadonlyArray<object> }>("Lmh")
  expect(Rooms).toMatchObject([{ TargetUserCode: ada.userCode, Head: 1, State: "invited" }])
})

it("accepts only the sender's unused pictures, and answers a repeat with the first result", async () => {
  const [ada, ben] = await couple()
  const a = await kit.enter(ada)
  const bring = async (key: string, { personId }: Person) => {
    await kit.read.sql`insert into pictures.picture (key, person_id, width, height, bytes, made_at, purpose, is_kept)
      values (${key}, ${personId}, 80, 80, 80, now(), 'chat', false)`
    return key
  }
  const [mine, hers] = [await bring("mine", ada), await bring("hers", ben)]
  const post = (clientId: string, keys: string, to = ben.userCode) => a.ask("Bc", "Person", to, clientId, "", keys, "")
  for (const keys of ["nobodys", hers, `${mine},${hers}`])
    expect(await post("c1", keys)).toMatch(/chat\.unfit\.pictures/)
  const first = await post("c1", mine)
  expect(JSON.parse(first)).toMatchObject({ Seq: 1 })
  expect(await post("c2", mine)).toMatch(/chat\.unfit\.pictures/)
  // People without write permission learn nothing about it.
  expect(await post("c3", mine, ada.userCode)).toBe(NEED_PERMISSION)
  await kit.read.sql`delete from pictures.picture where key = ${mine}`
  expect(await post("c1", mine)).toBe(first)
})

it("lists bans only to the creator of the room", async () => {
  const { owner, readers } = await kit.room("Team", ["Gil", "Hal"])
  const [o, g] = [await kit.enter(owner), await kit.enter(readers[0])]
  for (const { userCode } of readers) await o.get("Rm", "Team", "ban", userCode)
  const banned = async () => (await o.get<{ Banned: ReadonlyArray<object> }>("Rm", "Team", "banned")).Banned
  expect(await banned()).toEqual([
    { UserCode: readers[1].userCode, DisplayName: "Hal" },
    { UserCode: readers[0].userCode, DisplayName: "Gil" },
  ])
  await o.get("Rm", "Team", "unban", readers[1].userCode)
  expect(await banned()).toMatchObject([{ DisplayName: "Gil" }])
  // The command names only own rooms, so another person's room cannot be requested.
  expect(await g.get("Rm", "Team", "banned")).toEqual({ Banned: [] })
  expect(await o.ask("Rm", "Person", "banned")).toBe(NEED_PERMISSION)
})
