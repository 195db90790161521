import { describe, expect, it } from "vitest"
import { plainTag, tagKey, tagList } from "./tags.ts"

it.each([
  ["#health", "health"],
  ["## Health", "Health"],
  ["＃健康", "健康"],
  [" C# ", "C#"],
  ["#", ""],
  ["Health", "Health"],
])("[S5-025] the tag %j is shown as %j", (tag, shown) => expect(plainTag(tag)).toBe(shown))

it.each([
  ["#Health", "health"],
  ["ＨＥＡＬＴＨ", "health"],
  ["Health", "HEALTH"],
])("%j and %j are one tag", (one, other) => expect(tagKey(one)).toBe(tagKey(other)))

describe("[S5-026] the tag list", () => {
  it("includes NewsTicker, Health and Science always", () => {
    expect(tagList([])).toEqual(["NewsTicker", "Health", "Science"])
  })

  it("goes on with the given ones, each once", () => {
    expect(tagList(["#Gardening", "health", "", "gardening", "茶"])).toEqual([
      "NewsTicker",
      "Health",
      "Science",
      "Gardening",
      "茶",
    ])
  })
})
