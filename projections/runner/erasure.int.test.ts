import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { eraseSubject } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { rebuild, verify } from "./index.ts"
import { named } from "./testing/events.ts"
import { type Kit, makeKit, until } from "./testing/kit.ts"
import { people } from "./testing/registry.ts"

const ANNA = "0193a5f0-0000-7000-8000-000000000001"
const BERT = "0193a5f0-0000-7000-8000-000000000002"

let db: TestDatabase
let kit: Kit

beforeEach(async () => {
  db = await testDatabase()
  kit = await makeKit(db.url)
})

afterEach(async () => {
  await kit.stop()
  await db.drop()
})

const readPeople = async (build: number) =>
  (await kit.sql.unsafe(`select id, name from rm_people_${build}.person order by id`)).map(({ id, name }) => [id, name])

describe("the erasure of a person", () => {
  it("takes effect in a followed read model, and in a rebuilt one", async () => {
    await kit.prepare([people])
    const runner = await kit.runner([people])
    await kit.append(`person-${ANNA}`, named(ANNA, "Anna"))
    await kit.append(`person-${BERT}`, named(BERT, "Bert"), named(BERT, "Bertie"))
    await runner.settle()
    await rebuild(kit.sql, people, kit.options)
    expect(await readPeople(2)).toEqual([
      [ANNA, "Anna"],
      [BERT, "Bertie"],
    ])
    await kit.runtime.runPromise(eraseSubject(ANNA))
    await until(async () => {
      await runner.settle()
      return (await verify(kit.sql, people, [1, 2], { waitMsMax: 1 }).catch(() => null)) !== null
    })
    const forgotten = [
      [ANNA, null],
      [BERT, "Bertie"],
    ]
    expect(await readPeople(1)).toEqual(forgotten)
    expect(await readPeople(2)).toEqual(forgotten)
    const { build } = await rebuild(kit.sql, people, kit.options)
    expect(await readPeople(build)).toEqual(forgotten)
    const [stored] = await kit.sql`select data::text from es.event where type = 'test.PersonNamed.v1' limit 1`
    expect(stored?.["data"]).not.toContain("Anna")
    await runner.stop()
  })
})
