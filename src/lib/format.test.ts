import { describe, expect, it } from "vitest"
import { formatOf, stampNumbers } from "./format.ts"

const now = new Date("2026-11-21T12:00:00Z")
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

describe("dates", () => {
  it.each([
    ["en", 30, "now"],
    ["en", 24 * 60, "24 min. ago"],
    ["en", 3 * 3_600, "3 hr. ago"],
    ["de", 3 * 3_600, "vor 3 Std."],
    ["en", 26 * 3_600, "yesterday"],
    ["zh-Hans", 2 * 86_400, "前天"],
    ["en", 8 * 86_400, "November 13, 2026"],
    ["zh-Hant", 8 * 86_400, "2026年11月13日"],
  ])("%s, %d s ago: %s", (locale, seconds, text) =>
    expect(formatOf(locale, "UTC").relative(ago(seconds), now)).toBe(text),
  )

  it("depend on the reader's time zone", () => {
    const late = new Date("2026-11-20T23:30:00Z")
    expect(formatOf("en", "UTC").day(late, now)).toBe("Yesterday")
    expect(formatOf("en", "Europe/Berlin").day(late, now)).toBe("Today")
    expect(formatOf("en", "Asia/Tokyo").dayKey(late)).toBe("2026-11-21")
  })

  it.each([
    ["en", 0, "Today"],
    ["de", 1, "Gestern"],
    ["zh-Hant", 1, "昨天"],
    ["en", 3, "Wednesday, November 18"],
    ["de", 30, "22. Oktober 2026"],
  ])("in %s, items from %d days ago have the heading %s", (locale, days, text) =>
    expect(formatOf(locale, "UTC").day(ago(days * 86_400), now)).toBe(text),
  )
})

it.each([
  [0, "0 B"],
  [1_023, "1,023 B"],
  [1_024, "1 KB"],
  [1_536, "1.5 KB"],
  [5 * 1024 ** 2, "5 MB"],
  [3 * 1024 ** 3, "3 GB"],
  [4 * 1024 ** 4, "4,096 GB"],
])("[S9-011] %d bytes are %s", (size, text) => expect(formatOf("en", "UTC").bytes(size)).toBe(text))

it.each([
  [7, "0:07"],
  [3_500, "58:20"],
  [3_727, "1:02:07"],
])("%d seconds last %s", (seconds, text) => expect(formatOf("en", "UTC").duration(seconds)).toBe(text))

it("formatOf returns a cached format per language and zone", () => {
  expect(formatOf("de", "Europe/Berlin")).toBe(formatOf("de", "Europe/Berlin"))
})

describe("stampNumbers", () => {
  it.each([
    ["Updated 1763712000000", "Updated 2025-11-21 08:00"],
    ["1763712000000.", "2025-11-21 08:00."],
    ["(1763712000000) and 1000000000000", "(2025-11-21 08:00) and 2001-09-09 01:46"],
    ["更新于1763712000000", "更新于1763712000000"],
    ["更新于 1763712000000。", "更新于 2025-11-21 08:00。"],
    ["ISBN 9783161484100", "ISBN 9783161484100"],
    ["4133980799999", "2100-12-31 23:59"],
    ["4133980800000", "4133980800000"],
    ["0763712000000", "0763712000000"],
    ["17637120000001 176371200000", "17637120000001 176371200000"],
    ["x1763712000000 1763712000000x v1.1763712000000", "x1763712000000 1763712000000x v1.1763712000000"],
    ["https://a.example/1763712000000/x 1763712000000-1", "https://a.example/1763712000000/x 1763712000000-1"],
    ["", ""],
  ])("[S5-028] %j is shown as %j", (text, shown) => expect(stampNumbers(text, "UTC")).toBe(shown))

  it("[S5-028] shows timestamps in the reader's time zone", () =>
    expect(stampNumbers("1763712000000", "Asia/Tokyo")).toBe("2025-11-21 17:00"))
})

it("names the zone of a time if the reader's zone is not known yet", () => {
  const at = new Date("2026-11-22T18:08:00Z")
  expect(formatOf("en", "UTC", " UTC").dateTime(at)).toMatch(/^Nov 22, 2026, 6:08\sPM UTC$/)
  expect(formatOf("en", "UTC").dateTime(at)).toMatch(/^Nov 22, 2026, 6:08\sPM$/)
})
