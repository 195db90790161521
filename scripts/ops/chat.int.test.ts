import { afterAll, beforeAll, expect, it } from "vitest"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

let kit: OpsKit
let people: People
beforeAll(async () => {
  kit = await startOpsKit()
  people = openPeople({ url: kit.url, isProjected: false })
})
afterAll(async () => {
  await people.close()
  await kit.stop()
})

it("opens rooms of creators and grants levels and bans, each after showing the plan", MANY_COMMANDS, async () => {
  const [creator, member] = [await people.make(), await people.make()]
  const chat = (...parameters: ReadonlyArray<string>) => kit.ops("chat", ...parameters)
  const planned = await chat("open", creator.userCode, "Premium")
  expect([planned.code, planned.out]).toEqual([3, expect.stringContaining("open the Premium room of")])
  expect((await chat("open", creator.userCode, "Premium", "--yes")).out).toContain("Done.")
  expect((await chat("grant", creator.userCode, member.userCode, "3", "--yes")).code).toBe(0)
  expect((await chat("ban", creator.userCode, "Premium", member.userCode, "--yes")).code).toBe(0)
  expect((await chat("rooms", "--of", creator.userCode, "--json")).json()).toMatchObject({
    rooms: [{ scope: "Premium", of: creator.userCode, status: "open", banned: 1, messages: 0 }],
  })
  // Two operators let somebody in again, at the console.
  const unbanning = await chat("unban", creator.userCode, "Premium", member.userCode, "--yes")
  expect([unbanning.code, unbanning.err]).toEqual([1, expect.stringContaining("Only operators can do this.")])
  expect(await kit.sql`select level from read.chat_grant where person_id = ${member.personId}`).toEqual([{ level: 3 }])
  expect(await kit.sql`select distinct actor from es.event where type = 'chat.BannedByOperators.v1'`).toEqual([
    { actor: expect.stringMatching(/^operator:/) },
  ])
})

it("lists the running nodes and their connected users, and drains one node", MANY_COMMANDS, async () => {
  const chat = (...parameters: ReadonlyArray<string>) => kit.ops("chat", ...parameters)
  const { personId, userCode } = await people.make()
  const [node, gone] = ["01890000-0000-7000-8000-00000000000a", "01890000-0000-7000-8000-00000000000b"]
  await kit.sql`insert into chat.node values
    (${node}, 'one', now(), now() + interval '1 hour', 7, 3, true), (${gone}, 'gone', now(), now(), 9, 9, true)`
  await kit.sql`insert into chat.presence values (${personId}, ${node}), (${personId}, ${gone})`
  expect((await chat("status", "--json")).json()["nodes"]).toMatchObject([
    { node, connections: 7, people: 3, draining: false },
  ])
  expect((await chat("connections", "--of", userCode, "--json")).json()["connections"]).toEqual([
    { person: userCode, node, name: "one", leaving: false },
  ])
  const planned = await chat("drain", "0a")
  expect([planned.code, planned.out]).toEqual([3, expect.stringContaining("ask the 7 sockets of one")])
  expect((await chat("drain", "0a", "--yes")).out).toContain("Done")
  expect(await kit.sql`select name from chat.node where is_draining`).toEqual([{ name: "one" }])
})
