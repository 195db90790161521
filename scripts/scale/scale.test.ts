import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../run/root.ts"
import { feedsOf } from "./costs.ts"
import { needOf, reachOf, WALLS } from "./model.ts"
import { STAGES, scaleTables, short } from "./tables.ts"

describe("the scale model", () => {
  it("agrees with a calculation by hand for a million people", () => {
    const need = needOf(1_000_000)
    // 30 pages, 86,400 seconds, five times the mean.
    expect(need.pagesPerSecond).toBeCloseTo(1_736, 0)
    expect(need.messagesPerSecond).toBeCloseTo(289, 0)
    expect(need.sockets).toBe(100_000)
    expect(feedsOf(1_000_000)).toBe(159_243)
  })

  it("needs more of everything for more people", () => {
    for (const [at, stage] of STAGES.slice(1).entries()) {
      const [less, more] = [needOf(STAGES[at] ?? 0), needOf(stage)]
      for (const key of Object.keys(less) as Array<keyof typeof less>) expect(more[key]).toBeGreaterThan(less[key])
    }
  })

  it.each(WALLS)("is full where it says: $name", (wall) => {
    const people = reachOf(wall)
    expect(wall.use(needOf(people))).toBeGreaterThanOrEqual(1)
    expect(wall.use(needOf(people * 0.97))).toBeLessThan(1)
  })

  it.each([
    [0.04, "0.04"],
    [4.26, "4.3"],
    [26.6, "27"],
    [1_736, "1.7 k"],
    [99_900, "100 k"],
    [2e12, "2 T"],
  ])("writes %d as %s", (value, text) => expect(short(value).trim()).toBe(text))

  it("is what docs/scale.md shows: run npm run document", () =>
    expect(readFileSync(join(root, "docs", "scale.md"), "utf8")).toContain(scaleTables()))
})
