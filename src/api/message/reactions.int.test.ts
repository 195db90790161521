import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"
import type { Message } from "./fields.ts"

let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await kit?.close()
  await db?.drop()
})

const as = ({ token }: TestPerson) => ({
  call: (name: string, payload: object) => kit.post(`/api/Message/${name}`, payload, { token }),
})

it("ReactToMessage adds and removes the reaction of a person who may write, and counts it once", async () => {
  const [ola, per, quin] = [await kit.people.make(), await kit.people.make(), await kit.people.make()]
  const sent = await as(ola).call("SendMessage", { targetUserCode: per.userCode, message: "Hello" })
  const { messageId } = sent.body.data["message"] as Message
  const react = (who: TestPerson, on: boolean) => as(who).call("ReactToMessage", { messageId, emoji: "👍", on })
  expect(await react(ola, true)).toMatchObject({ status: 409 })
  await as(per).call("UpdateMessage", { targetUserCode: ola.userCode, invite: "accept" })
  for (const _ of [1, 2])
    expect((await react(per, true)).body.data["message"]).toMatchObject({
      reactions: [{ emoji: "👍", count: 1, own: true }],
    })
  const loaded = await as(ola).call("LoadMessage", { targetUserCode: per.userCode })
  expect(loaded.body.data["messages"]).toMatchObject([
    { messageId, reactions: [{ emoji: "👍", count: 1, own: false }] },
  ])
  expect((await react(per, false)).body.data["message"]).toMatchObject({ reactions: [] })
  expect(await react(quin, true)).toMatchObject({ status: 404 })
})

it("StartGroup and UpdateGroup bring friends together, and only its members know a group", async () => {
  const [ola, per, quin, rune] = [
    await kit.people.make({ displayName: "Ola" }),
    await kit.people.make({ displayName: "Per" }),
    await kit.people.make({ displayName: "Quin" }),
    await kit.people.make({ displayName: "Rune" }),
  ]
  for (const other of [per, quin]) {
    await as(ola).call("SendMessage", { targetUserCode: other.userCode, message: "Hello" })
    await as(other).call("UpdateMessage", { targetUserCode: ola.userCode, invite: "accept" })
  }
  type Shown = { readonly groupId: string; readonly name: string; readonly own: boolean }
  const start = (name: string, ...others: ReadonlyArray<TestPerson>) =>
    as(ola).call("StartGroup", { name, userCodes: others.map(({ userCode }) => userCode), clientId: "g1" })
  expect(await start("Walkers", per, rune)).toMatchObject({ status: 409 })
  expect(await start(" ", per)).toMatchObject({ status: 400 })
  const started = await start("Walkers", per)
  const group = started.body.data["group"] as unknown as Shown
  expect(group).toMatchObject({ name: "Walkers", own: true, members: [{ owner: true }, { displayName: "Per" }] })
  expect((await start("Walkers", per)).body.data["group"]).toEqual(group)
  const { groupId } = group
  const load = (by: TestPerson) => as(by).call("LoadGroup", { groupId })
  const change = (by: TestPerson, what: string, more: object = {}) =>
    as(by).call("UpdateGroup", { groupId, change: what, ...more })
  expect((await load(per)).body.data["group"]).toMatchObject({ own: false })
  for (const by of [quin, rune]) {
    expect(await load(by)).toMatchObject({ status: 404 })
    expect(await change(by, "add", { userCode: rune.userCode })).toMatchObject({ status: 404 })
  }
  const { list } = (await as(per).call("LoadMessageList", {})).body.data as unknown as {
    readonly list: ReadonlyArray<object>
  }
  expect(list).toContainEqual(expect.objectContaining({ scope: "Group", targetUserCode: groupId, title: "Walkers" }))
  expect(await change(per, "rename", { name: "Per’s" })).toMatchObject({ status: 409 })
  expect((await change(ola, "add", { userCode: quin.userCode })).status).toBe(200)
  expect((await change(ola, "rename", { name: "Runners" })).body.data["group"]).toMatchObject({ name: "Runners" })
  expect((await change(ola, "remove", { userCode: per.userCode })).status).toBe(200)
  expect(await load(per)).toMatchObject({ status: 404 })
  expect((await change(ola, "handOver", { userCode: quin.userCode })).body.data["group"]).toMatchObject({ own: false })
  expect((await change(ola, "leave")).body.data).toMatchObject({ group: null })
  // The name goes with the person who gave it.
  expect((await load(quin)).body.data["group"]).toMatchObject({
    name: "",
    own: true,
    members: [{ displayName: "Quin" }],
  })
})
