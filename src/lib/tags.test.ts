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
])("treats %j and %j as the same tag", (one, other) => expect(tagKey(one)).toBe(tagKey(other)))

describe("[S5-026] the tag list", () => {
  it("always includes NewsTicker, Health and Science", () => {
    expect(tagList([])).toEqual(["NewsTicker", "Health", "Science"])
  })

  it("continues with the given tags, without duplicates", () => {
    expect(tagList(["#Gardening", "health", "", "gardening", "茶"])).toEqual([
      "NewsTicker",
      "Health",
      "Science",
      "Gardening",
      "茶",
    ])
  })
})
