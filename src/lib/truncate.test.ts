import { describe, expect, it } from "vitest"
import { truncateMarkedText, truncateMarkedTitle, truncateText, truncateTitle } from "./text.ts"

it.each([
  ["titles", 30, truncateTitle],
  ["texts", 40, truncateText],
] as const)("[S9-010] %s of a search are cut at %i characters by default", (_, length, truncate) => {
  expect(truncate("a".repeat(length))).toBe("a".repeat(length))
  expect(truncate("a".repeat(length + 1))).toBe(`${"a".repeat(length)}…`)
  expect(truncate("abcdef", 3)).toBe("abc…")
})

describe("a highlighted text", () => {
  const marksIn = ({ text, marks }: ReturnType<typeof truncateMarkedText>) =>
    marks.map(([start, end]) => text.slice(start, end))

  it("stays unchanged if it is short", () => {
    const found = { text: "the river bends", marks: [[4, 9]] } as const
    expect([truncateMarkedText(found), truncateMarkedTitle(found)]).toEqual([found, found])
  })

  it("loses the highlights beyond the cut of a title [S9-010]", () => {
    const title = truncateMarkedTitle({
      text: `${"a".repeat(28)}river bends`,
      marks: [
        [0, 2],
        [28, 33],
        [34, 39],
      ],
    })
    expect(title.text).toBe(`${"a".repeat(28)}ri…`)
    expect(marksIn(title)).toEqual(["aa", "ri"])
  })

  it("shows the part around a highlight that is far from the beginning [S9-010]", () => {
    const text = truncateMarkedText({ text: `${"a ".repeat(60)}river${" b".repeat(60)}`, marks: [[120, 125]] })
    expect(text.text).toBe(`…${"a ".repeat(5)}river${" b".repeat(12)} …`.replace(" …", "…"))
    expect(marksIn(text)).toEqual(["river"])
  })

  it("is never cut between a letter and its accents", () => {
    const text = truncateMarkedText({ text: "e\u0301".repeat(50), marks: [[96, 98]] })
    expect(text.text).toBe(`…${"e\u0301".repeat(12)}`)
    expect(marksIn(text)).toEqual(["e\u0301"])
  })
})
