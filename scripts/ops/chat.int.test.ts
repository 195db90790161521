import { afterAll, beforeAll, expect, it } from "vitest"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

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

it("opens rooms of creators, gives levels and bans, each after its plan", async () => {
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
  expect(await kit.sql`select level from read.chat_grant where person_id = ${member.personId}`).toEqual([{ level: 3 }])
  expect(await kit.sql`select distinct actor from es.event where type = 'chat.PersonBanned.v1'`).toEqual([
    { actor: expect.stringMatching(/^operator:/) },
  ])
})
