import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { LibraryEvents, LongNewsPublisher } from "#core/library"
import { rebuild } from "#projections/runner"
import { type LibraryKit, makeLibraryKit } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { eraseLongNewsReactor } from "../../src/worker/reactors/eraseLongNews.ts"
import { findFeedByCode, findItem, items, listItems } from "./index.ts"

let db: TestDatabase
let kit: LibraryKit
beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const draft = {
  authorCode: "QI4711",
  title: "On rain",
  content: "<p>It rains.</p>",
  tags: ["Weather"],
  language: "de",
  imageUrl: null,
}
const provide = Effect.provide(LongNewsPublisher.layer)

it("adds long news to the library as an item of the source QI until it is deleted, and then removes its text from the log", async () => {
  const { id } = await kit.run(LongNewsPublisher.use((it) => it.upload(draft)).pipe(provide))
  await kit.settle()
  const ofQi = listItems({ feedIds: null, sources: ["QI"] })
  expect((await kit.run(ofQi)).items).toMatchObject([
    { itemId: id, title: "On rain", summary: "It rains.", source: "QI", feedCode: "QI4711", tags: ["Weather"] },
  ])
  expect(await kit.run(findItem(id))).toMatchObject({ contentHtml: "<p>It rains.</p>", link: null, language: "de" })
  const feed = findFeedByCode("qi4711")
  expect(await kit.run(feed)).toMatchObject({ itemCount: 1, source: "QI", title: "QI4711", link: "/user/QI4711" })

  await kit.run(LongNewsPublisher.use((it) => it.remove({ authorCode: "QI4711", id })).pipe(provide))
  await kit.settle()
  expect((await kit.run(ofQi)).items).toEqual([])
  expect(await kit.run(feed)).toMatchObject({ itemCount: 0 })

  const reactor = await kit.run(eraseLongNewsReactor)
  const stored = await kit.run(
    EventStore.use((store) => store.readLog({ after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 10 })),
  )
  for (const event of stored) if (reactor.types.includes(event.type)) await reactor.react(event)
  const [uploaded] = stored
  expect(uploaded && (await kit.run(Effect.orDie(LibraryEvents.decode(uploaded))))).toMatchObject({
    title: null,
    contentHtml: null,
    tags: null,
  })

  const { build } = await rebuild(kit.sql, items, { decode: kit.decode })
  expect(await kit.sql.unsafe(`select item_id from rm_items_${build}.item`)).toEqual([])
})
