import { expect, it } from "vitest"
import { completed, mentionAt, offered } from "./mentionAt.ts"

const people = [
  { code: "QIBORIS", name: "Boris Beck" },
  { code: "QIANNA", name: "Anna" },
]

it.each([
  ["@", 1, { from: 0, typed: "" }],
  ["hello @bo", 9, { from: 6, typed: "bo" }],
  ["hello @boris b", 14, { from: 6, typed: "boris b" }],
  ["mail me@bo", 10, undefined],
  ["hello @bo and", 3, undefined],
] as const)("finds the mention in %j at %d", (text, caret, mention) => {
  expect(mentionAt(text, caret)).toEqual(mention)
})

it("offers who may be meant, and completes their name", () => {
  const mention = { from: 6, typed: "qib" }
  expect(offered(people, mention)).toEqual([people[0]])
  expect(offered(people, { ...mention, typed: "" })).toEqual(people)
  expect(offered(people, { ...mention, typed: "carol" })).toEqual([])
  expect(completed("hello @qib!", 10, mention, { code: "QIBORIS", name: "Boris Beck" })).toEqual({
    text: "hello @Boris Beck !",
    caret: 18,
  })
})
