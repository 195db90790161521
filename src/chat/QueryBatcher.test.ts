import { expect, it } from "vitest"
import { QueryBatcher } from "./QueryBatcher.ts"

it("runs concurrent queries as one, and each alone if one key is invalid", async () => {
  const requested: Array<ReadonlyArray<string>> = []
  const lengths = new QueryBatcher(async (keys) => {
    requested.push(keys)
    if (keys.includes("unfit")) throw Object.assign(new Error("invalid input syntax"), { code: "22P02" })
    return new Map(keys.map((key) => [key, key.length]))
  })
  expect(await Promise.all(["a", "bc", "a"].map((key) => lengths.get(key)))).toEqual([1, 2, 1])
  expect(requested).toEqual([["a", "bc"]])
  expect(await Promise.allSettled(["a", "unfit", "bc"].map((key) => lengths.get(key)))).toMatchObject([
    { value: 1 },
    { status: "rejected" },
    { value: 2 },
  ])
})

it("does not retry keys one by one if the database is unreachable", async () => {
  let requested = 0
  const lost = new QueryBatcher<number>(async () => {
    requested += 1
    throw Object.assign(new Error("the connection is gone"), { code: "CONNECTION_CLOSED" })
  })
  const answers = await Promise.allSettled(["a", "b", "c"].map((key) => lost.get(key)))
  expect([answers.map(({ status }) => status), requested]).toEqual([["rejected", "rejected", "rejected"], 1])
})
