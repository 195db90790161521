import { expect, it } from "vitest"
import { labelOf, parseStream, stateOf } from "./streamIds.ts"

it.each([
  ["feed/https://a.example/feed?x=1", { kind: "feed", feed: "https://a.example/feed?x=1" }],
  ["feed/0123456789abcdefghjk", { kind: "feed", feed: "0123456789abcdefghjk" }],
  ["user/-/label/News & more/DE", { kind: "label", name: "News & more/DE" }],
  ["user/QI12345678/label/新聞", { kind: "label", name: "新聞" }],
  ["user/-/state/com.google/reading-list", { kind: "state", state: "reading-list" }],
  ["user/1001/state/com.google/read", { kind: "state", state: "read" }],
  ["user/-/state/org.example/read", null],
  ["splice/1", null],
  ["feed/", null],
  ["", null],
])("reads the stream %j", (id, stream) => {
  expect(parseStream(id)).toEqual(stream)
})

it("distinguishes states from groups", () => {
  expect([stateOf("user/-/state/com.google/read"), stateOf("user/-/label/read")]).toEqual(["read", undefined])
  expect([labelOf("user/-/label/read"), labelOf("user/-/state/com.google/read")]).toEqual(["read", undefined])
})
