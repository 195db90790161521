import { describe, expect, it } from "vitest"
import { BLANK, decodeMemory, POSITIONS_MAX, positionOf, withPosition } from "./memory.ts"
import { decodeQueue, hasRoom, QUEUE_TRACKS_MAX, type QueuedTrack, withMoved, withTrack } from "./queue.ts"
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

describe("the queue", () => {
  const trackNumber = (at: number): QueuedTrack => ({
    key: `${at}`,
    title: `Episode ${at}`,
    feed: "Podcast",
    href: `/newsfeeds/newsdetail?id=${at}`,
    image: null,
  })
  const [one, two, three] = [trackNumber(1), trackNumber(2), trackNumber(3)]

  it("holds each track once, at the place where it was put last", () => {
    const queue = withTrack(withTrack(withTrack([], one, "last"), two, "last"), three, "next")
    expect(queue).toEqual([three, one, two])
    expect(withTrack(queue, two, "next")).toEqual([two, three, one])
    expect(withTrack(queue, three, "last")).toEqual([one, two, three])
  })

  it("moves tracks by one place, up to its ends", () => {
    expect(withMoved([one, two, three], "3", -1)).toEqual([one, three, two])
    expect(withMoved([one, two, three], "1", -1)).toEqual([one, two, three])
    expect(withMoved([one, two, three], "3", 1)).toEqual([one, two, three])
    expect(withMoved([one, two], "unknown", 1)).toEqual([one, two])
  })

  it("has room for no more than its limit, but tracks within it can move", () => {
    const full = Array.from({ length: QUEUE_TRACKS_MAX }, (_, at) => trackNumber(at))
    expect(hasRoom(full, trackNumber(QUEUE_TRACKS_MAX))).toBe(false)
    expect(hasRoom(full, one)).toBe(true)
    expect(decodeQueue(JSON.stringify([...full, trackNumber(QUEUE_TRACKS_MAX)]))).toHaveLength(QUEUE_TRACKS_MAX)
  })

  it.each([null, "", "{}", "null", "{broken", "[1, null, {}]"])("is empty if the browser stored %s", (text) =>
    expect(decodeQueue(text)).toEqual([]),
  )

  it("loads pages and pictures of our own only", () => {
    const foreign = [
      { ...one, href: "https://evil.example/" },
      { ...two, href: "//evil.example/" },
      { ...three, image: "javascript:alert(1)" },
    ]
    expect(decodeQueue(JSON.stringify([...foreign, one]))).toEqual([one])
  })
})
