import fc from "fast-check"
import { expect, it } from "vitest"
import { findUnstorable } from "./handler.ts"

const find = (body: string) => findUnstorable(new TextEncoder().encode(body))

it.each<[string, string, string | undefined]>([
  ["a NUL", String.raw`{"name":"a\u0000"}`, "name"],
  ["half a character", String.raw`{"name":"\ud83d"}`, "name"],
  ["its other half, in a list", String.raw`{"all":["a",{"b":"\uDE00"}]}`, "all.1.b"],
  ["half a character in a name", String.raw`{"a":{"\ud83d":1}}`, "a"],
  ["a whole one, as two escapes", String.raw`{"name":"\ud83d\ude00"}`, undefined],
  ["the words of an escape", String.raw`{"name":"\\u0000"}`, undefined],
  ["no JSON", String.raw`{"name":"\u0000"`, undefined],
  ["nothing", "", undefined],
])("%s", (_, body, field) => expect(find(body)).toBe(field))

it("accepts storable bodies at any depth of JSON", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "grapheme" }), (body) => find(body.replaceAll("\\u0000", "")) === undefined),
  )
  const depth = 100_000
  expect(find(`${"[".repeat(depth)}${String.raw`"\ud800"`}${"]".repeat(depth)}`)).toHaveLength(2 * depth - 1)
})
