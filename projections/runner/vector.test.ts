import { expect, it } from "vitest"
import { type Lexeme, makeVector, PLACE_MAX } from "./vector.ts"

it("writes lexemes as PostgreSQL does: sorted by bytes, quoted, with places in order and the highest weight first", () => {
  const vector = makeVector([
    ["run/en", 3, "D"],
    ["run/en", 1, "A"],
    ["run/en", 3, "B"],
    ["o'brien\\", 2, "D"],
    ["tag:x", null, "D"],
    ["ab", 5, "C"],
    ["a", 4, "D"],
  ])
  expect(vector).toBe("'a':4 'ab':5C 'o''brien\\\\':2 'run/en':1A,3B 'tag:x'")
})

it("leaves out what exceeds the limits of a tsvector", () => {
  const places = Array.from({ length: 300 }, (_, place): Lexeme => ["x", place + 1, "D"])
  expect(makeVector(places).split(",")).toHaveLength(255)
  expect(makeVector([["x", PLACE_MAX + 1, "D"]])).toBe("'x'")
  expect(makeVector([["", 1, "D"]])).toBe("")
  expect(makeVector([["字".repeat(700), 1, "D"]])).toBe("")
  expect(makeVector(Array.from({ length: 200_000 }, (_, at): Lexeme => [`word${at}`, at, "D"])).length).toBeLessThan(
    900_000,
  )
})
