import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LibraryKit, makeLibraryKit } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { search } from "../../index.ts"
import { storeJudged } from "../testing/storeJudged.ts"
import { relevanceCases } from "./index.ts"
import { ndcg } from "./ndcg.ts"

const SEARCHES_MIN = 200

let db: TestDatabase
let kit: LibraryKit
let names: ReadonlyMap<string, string>
const gains: Array<{ readonly language: string; readonly gain: number }> = []

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  names = await storeJudged(kit)
})
afterAll(async () => {
  const mean = (of: typeof gains) => (of.reduce((sum, { gain }) => sum + gain, 0) / of.length).toFixed(3)
  const each = relevanceCases.map(
    ({ language }) => `${language} ${mean(gains.filter((of) => of.language === language))}`,
  )
  console.info(`nDCG@10 of ${gains.length} searches: ${mean(gains)} (${each.join(", ")})`)
  await kit.close()
  await db.drop()
})

/** `ferry strike:2` as grades by full name. */
const gradesOf = (language: string, expected: string): ReadonlyMap<string, number> =>
  new Map(
    expected.split(" ").flatMap((each) => {
      const [name = "", grade = "3"] = each.split(":")
      return name === "" ? [] : [[name.includes(".") ? name : `${language}.${name}`, Number(grade)] as const]
    }),
  )

describe.each(relevanceCases)("searches of readers in $language", ({ language, searches }) => {
  it.each(searches)("%s", async (query, expected) => {
    const grades = gradesOf(language, expected)
    const { items } = await kit.run(search({ query, sort: "best" }))
    const found = items.map(({ itemId }) => names.get(itemId) ?? itemId)
    gains.push({ language, gain: ndcg(found, grades) })
    expect(found.toSorted()).toEqual([...grades.keys()].toSorted())
    // The target comes first.
    expect(grades.get(found[0] ?? "")).toBe(Math.max(...grades.values()))
    // Only relevant items may be placed before the target.
    expect(ndcg(found, grades)).toBeGreaterThan(0.9)
  })
})

it("has two hundred different searches in nine languages", () => {
  expect(relevanceCases).toHaveLength(9)
  const typed = relevanceCases.flatMap(({ language, searches }) => searches.map(([query]) => `${language} ${query}`))
  expect(typed.length).toBeGreaterThanOrEqual(SEARCHES_MIN)
  expect(new Set(typed).size).toBe(typed.length)
})
