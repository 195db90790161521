import { expect, it } from "vitest"
import { DRAFTS_MAX, withDraft } from "./drafts.ts"

it("keeps a limited number of drafts, one per room", () => {
  expect(withDraft({ a: "one" }, "b", "two")).toEqual({ a: "one", b: "two" })
  expect(withDraft({ a: "one", b: "two" }, "a", " ")).toEqual({ b: "two" })
  const many = Array.from({ length: DRAFTS_MAX + 1 }, (_, index) => `room ${index}`)
  const stored = many.reduce<Readonly<Record<string, string>>>((drafts, room) => withDraft(drafts, room, "text"), {})
  expect(Object.keys(stored)).toEqual(many.slice(1))
})
