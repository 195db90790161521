import { describe, expect, it } from "vitest"
import { BLANK, decodeMemory, POSITIONS_MAX, positionOf, withPosition } from "./memory.ts"
import { chapterAt } from "./Track.ts"

describe("what the player remembers", () => {
  it("is how far each was heard, the newest last, never more than its bound", () => {
    let memory = BLANK
    for (let at = 0; at < POSITIONS_MAX + 10; at++) memory = withPosition(memory, `track ${at}`, 60.7)
    memory = withPosition(memory, "track 20", 90)
    expect(memory.positions).toHaveLength(POSITIONS_MAX)
    expect(memory.positions.at(-1)).toEqual(["track 20", 90])
    expect([positionOf(memory, "track 9", 600), positionOf(memory, "track 11", 600)]).toEqual([0, 60])
  })

  it.each([
    [5, 600, 0],
    [10, 600, 10],
    [595, 600, 0],
    [60, Number.NaN, 60],
    [60, Number.POSITIVE_INFINITY, 60],
  ])("%s of %s seconds goes on at %s", (seconds, duration, expected) =>
    expect(positionOf(withPosition(BLANK, "a", seconds), "a", duration)).toBe(expected),
  )

  it.each([null, "", "[]", "null", "{broken", '{"speed":99,"positions":[1,["a"],["a","b"],null]}'])(
    "survives what a browser may have made of it: %s",
    (text) => expect(decodeMemory(text)).toEqual(BLANK),
  )
})

it("knows the chapter at a time", () => {
  const chapters = [
    { startSeconds: 10, title: "one" },
    { startSeconds: 20, title: "two" },
  ]
  expect([0, 10, 19.9, 500].map((seconds) => chapterAt(chapters, seconds)?.title)).toEqual([
    undefined,
    "one",
    "one",
    "two",
  ])
})
