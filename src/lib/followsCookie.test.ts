import { describe, expect, it } from "vitest"
import { COOKIE_FEEDS_MAX, followedFeedsOf, formatFollowsCookie, parseFollowsCookie } from "./followsCookie.ts"

const id = (letter: string) => letter.repeat(20)

describe("the follows cookie", () => {
  it("keeps feeds by group, empty groups, and any group name", () => {
    const follows = new Map([
      ["", [id("a")]],
      ["Europe & co; 欧洲=", [id("b"), id("c")]],
      ["Empty", []],
    ])
    expect(parseFollowsCookie(formatFollowsCookie(follows))).toEqual(follows)
  })

  it.each([
    ["absent", undefined],
    ["empty", ""],
    ["too long", `x=${id("a")}&`.repeat(500)],
  ])("gives no follows if it is %s", (_, text) => expect(parseFollowsCookie(text).size).toBe(0))

  it("drops invalid feed ids and entries beyond a guest's limits", () => {
    const many = Array.from({ length: 12 }, (_, n) => id("abcdefghijkl".charAt(n))).join(".")
    const groups = parseFollowsCookie(`A=${many}&B=${id("z")}.DROP TABLE.${id("Z")}&C=&D=&E=${id("e")}`)
    expect(followedFeedsOf(groups).size).toBe(COOKIE_FEEDS_MAX)
    expect([...groups.keys()]).toEqual(["A", "B", "C", "D"])
  })

  it("counts a feed in two groups once", () => {
    expect(
      followedFeedsOf(
        new Map([
          ["A", [id("a")]],
          ["B", [id("a"), id("b")]],
        ]),
      ).size,
    ).toBe(2)
  })
})
