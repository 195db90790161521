import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { itemIdPrefixes, itemNumber, longItemId, shortItemId } from "./itemIds.ts"
import { labelOf, parseStream, stateOf } from "./streamIds.ts"

const itemId = fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{20}$/)

describe("item ids in reader apps", () => {
  it("are numbers of 60 bits, in hexadecimal and in decimal", () => {
    expect(longItemId("00000000001z00000000")).toBe("tag:google.com,2005:reader/item/000000000000003f")
    expect(shortItemId("00000000001z00000000")).toBe("63")
    expect(itemNumber("zzzzzzzzzzzzzzzzzzzz")).toBe(2n ** 60n - 1n)
  })

  it("are resolved in every format that apps send", () => {
    fc.assert(
      fc.property(itemId, (id) => {
        const hex = itemNumber(id).toString(16)
        const forms = [longItemId(id), `tag:google.com,2005:reader/item/${hex}`, shortItemId(id), hex.padStart(16, "0")]
        for (const form of [...forms, hex, hex.toUpperCase()]) expect(itemIdPrefixes(form)).toContain(id.slice(0, 12))
      }),
    )
  })

  it("are rejected in any other format", () => {
    const strange = [
      "",
      "-1",
      "x",
      "tag:google.com,2005:reader/item/",
      `${2n ** 63n}`,
      `${2n ** 60n}`,
      "1 or 1=1",
      "f".repeat(17),
    ]
    for (const text of strange) expect(itemIdPrefixes(text)).toEqual([])
  })
})

describe("streamIds", () => {
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
})
