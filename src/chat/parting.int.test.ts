import { afterAll, beforeAll, expect, it } from "vitest"
import { NEED_PERMISSION } from "#contract/chat"
import { OPERATOR } from "#core/chat"
import { type ChatKit, makeChatKit, type Person } from "./testing/chatKit.ts"

/** Two seconds, plus a margin for a busy machine. */
const SOON_MS = 5_000

let kit: ChatKit
beforeAll(async () => {
  kit = await makeChatKit(2)
})
afterAll(() => kit.stop())

it("stops presence after a block or leave, on all nodes", async () => {
  const [vic, una, wes, xia] = [
    await kit.person("Vic"),
    await kit.person("Una"),
    await kit.person("Wes"),
    await kit.person("Xia"),
  ]
  const v = await kit.enter(vic)
  const tabs: Array<typeof v> = []
  for (const [at, person] of [una, wes, xia].entries()) {
    const tab = await kit.enter(person, at + 1)
    await v.get("Bc", "Person", person.userCode, `q${at}`, "", "", "Hello")
    await tab.until(() => tab.lines("In").length === 1, "the invitation")
    await tab.get("In", "", vic.userCode, "accept")
    tabs.push(tab)
  }
  const open = () => new Set(v.lines("Ls").flatMap(({ Room, State }) => (State === "open" ? [Room] : [])))
  await v.until(() => open().size === 3, "that all accepted")
  await kit.lookAround()
  for (const tab of tabs) expect(await tab.get("Pr", vic.userCode)).toEqual({ Online: [vic.userCode] })
  await v.get("Bl", una.userCode, "on")
  await v.get("In", "", wes.userCode, "leave")
  for (const tab of tabs.slice(0, 2))
    await tab.until(() => tab.lines("Ls").at(-1)?.State === "ended", "that it ended", SOON_MS)
  v.close()
  await v.closed
  await kit.lookAround()
  await kit.read.sql`update chat.presence set until = now() - interval '1 second' where until is not null`
  await kit.lookAround()
  const [u, w, x] = tabs
  await x?.until(() => x.lines("Pr").length === 1, "that somebody went")
  expect(x?.lines("Pr")).toEqual([{ UserCode: vic.userCode, Online: false }])
  // A node sends in the order of requests, so earlier pushes would have arrived before the reply.
  for (const tab of [u, w]) {
    expect(Number(await tab?.ask("Hb"))).toBeGreaterThan(0)
    expect(tab?.lines("Pr")).toEqual([])
  }
})

it("pushes a shut and reopened personal room to all conversations of its owner", async () => {
  const [ola, pim, rik] = [await kit.person("Ola"), await kit.person("Pim"), await kit.person("Rik")]
  const o = await kit.enter(ola)
  const partners: Array<readonly [Person, typeof o]> = []
  for (const [at, person] of [pim, rik].entries()) {
    const tab = await kit.enter(person, at)
    await tab.get("Bc", "Person", ola.userCode, "d1", "", "", "Hello")
    await o.until(() => o.lines("In").length === at + 1, "the invitation")
    partners.push([person, tab])
  }
  await o.get("In", "", pim.userCode, "accept")
  const { chats, run } = kit.read
  const personalRoom = { by: OPERATOR, ownerId: ola.personId, scope: "Person" } as const
  const states = (tab: typeof o) =>
    tab.lines("Ls").map(({ TargetUserCode, State }) => (TargetUserCode === ola.userCode ? State : ""))
  const untilState = (tab: typeof o, state: string) =>
    tab.until(() => states(tab).at(-1) === state, `that it is ${state}`, SOON_MS)
  const [[, p], [, r]] = partners as [(typeof partners)[0], (typeof partners)[0]]
  await untilState(p, "open")
  // This personal room has no events yet.
  await run(chats.shutRoom(personalRoom))
  for (const tab of [p, r, o]) await untilState(tab, "shutPersonal")
  // Permission facts may be one second old.
  await expect.poll(() => p.ask("Ty", "Person", ola.userCode), { timeout: SOON_MS }).toBe(NEED_PERMISSION)
  expect(await p.ask("Bc", "Person", ola.userCode, "d2", "", "", "Hello?")).toBe(NEED_PERMISSION)
  await run(chats.openRoom(personalRoom))
  await untilState(p, "open")
  await untilState(r, "requested")
  await untilState(o, "none")
})
