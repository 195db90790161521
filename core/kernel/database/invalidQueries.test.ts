import { expect, it } from "vitest"
import { countInvalid, invalidQueries } from "./invalidQueries.ts"

it("only statements that do not fit the database are counted, such as those with an unknown column", () => {
  const before = invalidQueries()
  for (const code of ["42703", "42P01", "42883"]) countInvalid(Object.assign(new Error("no such column"), { code }))
  for (const code of ["40001", "57014", "CONNECTION_CLOSED", "421"]) countInvalid(Object.assign(new Error(), { code }))
  for (const other of [null, undefined, "42703", new Error("42703")]) countInvalid(other)
  expect(invalidQueries() - before).toBe(3)
})
