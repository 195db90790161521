import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { areSameStory, headlineOf } from "./headline.ts"

const same = (one: string, other: string): boolean => {
  const [a, b] = [headlineOf(one), headlineOf(other)]
  return a !== null && b !== null && areSameStory(a, b)
}
const meet = (one: string, other: string): boolean => {
  const [a, b] = [headlineOf(one)?.bands ?? [], headlineOf(other)?.bands ?? []]
  return a.some((band, at) => band === b[at])
}

const SAME: ReadonlyArray<readonly [string, string]> = [
  ["Quake kills 12 in northern Peru", "Quake kills 12 in northern Peru"],
  ["Quake kills 12 in northern Peru", "QUAKE KILLS 12 IN NORTHERN PERU"],
  ["Quake kills 12 in northern Peru", "Quake kills 12 in northern Peru, officials say"],
  ["Quake kills 12 in northern Peru", "Breaking: Quake kills 12 in northern Peru"],
  ["Quake kills 12 in northern Peru - The Example", "Quake kills 12 in northern Peru | Daily Sample"],
  ["“Nobody came,” says the mayor of Delft", "'Nobody came', says the mayor of Delft"],
  ["Bundestag beschließt neues Gesetz zum Lärmschutz", "Bundestag beschließt neues Gesetz zum Lärmschutz – Beispielblatt"],
  ["地震で北部の鉄道が運休 復旧は来週の見通し", "地震で北部の鉄道が運休、復旧は来週の見通し"],
  ["中国宣布新的气候目标引发国际关注", "中国宣布新的气候目标引发国际关注 | 示例新闻"],
  ["정부, 새로운 기후 목표를 발표하다", "정부 새로운 기후 목표를 발표하다"],
] // biome-ignore format: one table

const OTHER: ReadonlyArray<readonly [string, string]> = [
  ["Quake kills 12 in northern Peru", "Quake kills 13 in northern Peru"],
  ["Episode 41: The river and its bridges", "Episode 42: The river and its bridges"],
  ["Fed raises rates by a quarter point", "Fed cuts rates by a quarter point"],
  ["Manchester United beat Arsenal in London", "Manchester City beat Arsenal in London"],
  ["Weather warning issued for Kent until Thursday evening", "Weather warning issued for Essex until Thursday evening"],
  ["Apple unveils a new phone", "Apple unveils a new tablet"],
  ["Apple unveils a new phone", "Apple unveils a new phone battery that its makers say lasts for a week"],
  ["Court rules for the city in dispute over harbour", "Harbour to be dredged before winter, says city"],
  ["中国宣布新的气候目标引发国际关注", "中国宣布新的贸易政策引发国际关注"],
  ["東京で大雨 交通機関に影響が出る見通し", "大阪で大雨 交通機関に影響が出る見通し"],
] // biome-ignore format: one table

describe("headlines", () => {
  it.each(SAME)("%s | %s tell the same", (one, other) => {
    expect(same(one, other)).toBe(true)
    expect(meet(one, other)).toBe(true)
  })

  it.each(OTHER)("%s | %s do not", (one, other) => expect(same(one, other)).toBe(false))

  it.each(["", "News in brief", "12:30 – 14:00", "Live", "今日のニュース", "Open thread #5"])(
    "%s is too little to go by",
    (title) => expect(headlineOf(title)).toBeNull(),
  )

  it("compare in either order, and each with itself", () => {
    const word = fc.constantFrom(
      ..."quake river mayor peru court city rates paris 12 13 地震 東京 bridge opens".split(" "),
    )
    const title = fc.array(word, { minLength: 4, maxLength: 12 }).map((words) => words.join(" "))
    fc.assert(
      fc.property(title, title, (one, other) => {
        expect(same(one, other)).toBe(same(other, one))
        if (headlineOf(one) !== null) expect(same(one, one) && meet(one, one)).toBe(true)
      }),
    )
  })
})
