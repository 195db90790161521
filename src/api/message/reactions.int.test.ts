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
