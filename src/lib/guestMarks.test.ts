import { describe, expect, it } from "vitest"
import { formatGuestMarks, type GuestReadMarks, markFeeds, markItems, NO_MARKS, parseGuestMarks } from "./guestMarks.ts"

const id = (n: number) => `${n.toString(36).padStart(7, "a")}${"0".repeat(13)}`
const [feedA, feedB] = [id(1), id(2)]
const roundTrip = (marks: GuestReadMarks) => parseGuestMarks(formatGuestMarks(marks))

describe("a guest's read marks", () => {
  it("survive their cookie", () => {
    const marks = markItems(markItems(NO_MARKS, [id(3), id(4)], true), [id(4), id(5)], false)
    const followed = new Set([feedA, feedB])
    const all = markFeeds(marks, [feedA], 123_456, { followed, unread: [] })
    expect(roundTrip(all)).toEqual({
      read: [id(3).slice(0, 8)],
      unread: [id(4), id(5)],
      horizons: new Map([[feedA, 123_456]]),
    })
    expect(roundTrip(NO_MARKS)).toEqual(NO_MARKS)
  })

  it("fit into a cookie, the oldest dropped first", () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => id(at))
    const feeds = ids.slice(0, 30)
    const marks = markItems(markItems(NO_MARKS, ids, true), ids.slice(0, 100), false)
    const full = markFeeds(marks, feeds, Number.MAX_SAFE_INTEGER, { followed: new Set(ids), unread: [] })
    expect(formatGuestMarks(full).length).toBeLessThan(3_500)
    expect(full.read.at(-1)).toBe(id(999).slice(0, 8))
    expect(roundTrip(full)).toEqual(full)
  })

  it("of single items end where everything is marked as read", () => {
    const marks = markItems(markItems(NO_MARKS, [id(3)], true), [id(4)], false)
    const all = markFeeds(marks, [feedA, feedB], 9, { followed: new Set([feedA, feedB]), unread: [id(4)] })
    expect(all).toEqual({
      read: [],
      unread: [],
      horizons: new Map([
        [feedA, 9],
        [feedB, 9],
      ]),
    })
    const lower = markFeeds(all, [feedA], 5, { followed: new Set([feedA]), unread: [] })
    expect(lower.horizons).toEqual(new Map([[feedA, 9]]))
  })

  it.each(["", "x", "~~", "zz~zz~zz", "a".repeat(5_000), "<script>", "..~~"])("are none in the cookie %j", (text) => {
    expect(parseGuestMarks(text)).toEqual(NO_MARKS)
  })
})
