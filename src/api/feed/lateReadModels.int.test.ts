import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit
beforeAll(async () => {
  db = await testDatabase()
  // Other calls wait for this long, as they do for a quarter of a second in operation.
  kit = await makeApiKit({ url: db.url, env: { READ_YOUR_WRITES_MS: "50" } })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

/** Keeps the projections of tables from writing until `end` is called. */
const holdBack = async () => {
  const [locked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = kit.sql.begin(async (sql) => {
    await sql`lock table read.post, read.comment, read.application in share mode`
    locked.resolve()
    await letGo.promise
  })
  await locked.promise
  return async () => {
    letGo.resolve()
    await held
  }
}

it("a post, a comment and an application are answered once they can be shown, however late that is", async () => {
  const [creator, reader, applicant] = [await kit.people.make(), await kit.people.make(), await kit.people.make()]
  await makeCreator(db.url, creator)
  const post = { title: "Tides", preview: "Dawn.", contentStatusId: 3 }
  const idOf = async () => {
    const { body } = await kit.post("/api/Feed/createContent", post, as(creator))
    return (body.data["content"] as { readonly id: string }).id
  }
  const [commented, deleted] = [await idOf(), await idOf()]
  const form = { subject: "Harbour Notes", about: "Weekly essays about small ports.", languageCodes: ["EN"] }

  const goOn = await holdBack()
  const answered: Array<number> = []
  const calls = [
    kit.post("/api/Feed/createContent", post, as(creator)),
    kit.post("/api/Feed/CreateComment", { contentId: commented, text: "Thank you." }, as(reader)),
    kit.post("/api/UserProfile/ApplyContentCreator", form, as(applicant)),
  ].map(async (call) => {
    const { status } = await call
    answered.push(status)
    return status
  })
  const written = async () =>
    (
      await kit.sql`
        select 1 from es.event
        where type in ('publishing.PostCreated.v1', 'publishing.CommentPosted.v1', 'channels.ApplicationSubmitted.v1')`
    ).length
  // The first creator has applied and written two posts before.
  await expect.poll(written, { timeout: 10_000 }).toBe(6)
  // A call that shows nothing of what it saved does not wait; when it is back, the time of such calls has passed.
  expect((await kit.post("/api/Feed/DeleteContent", { contentId: deleted }, as(creator))).status).toBe(200)
  expect(answered).toEqual([])
  await goOn()
  expect(await Promise.all(calls)).toEqual([200, 200, 200])
})
