import { describe, expect, it } from "vitest"
import { BLANK, decodeMemory, POSITIONS_MAX, positionOf, withPosition } from "./memory.ts"
import { decodeQueue, hasRoom, QUEUE_TRACKS_MAX, type QueuedTrack, withMoved, withTrack } from "./queue.ts"
import { makePositionSender } from "./sendPosition.ts"
import { chapterAt } from "./Track.ts"

describe("what the player remembers", () => {
  it("is how far each was heard, the newest last, never more than its bound", () => {
    let memory = BLANK
    for (let at = 0; at < POSITIONS_MAX + 10; at++) memory = withPosition(memory, `track ${at}`, 60.7, at)
    memory = withPosition(memory, "track 20", 90, 1_000)
    expect(memory.positions).toHaveLength(POSITIONS_MAX)
    expect(memory.positions.at(-1)).toEqual(["track 20", 90, 1_000])
    const positions = ["track 9", "track 11"].map((key) => positionOf(memory, { key }, 600))
    expect(positions).toEqual([0, 60])
  })

  it.each([
    [5, 600, 0],
    [10, 600, 10],
    [595, 600, 0],
    [60, Number.NaN, 60],
    [60, Number.POSITIVE_INFINITY, 60],
  ])("%s of %s seconds goes on at %s", (seconds, duration, expected) =>
    expect(positionOf(withPosition(BLANK, "a", seconds, 1), { key: "a" }, duration)).toBe(expected),
  )

  it("is the later one of this browser and of the account", () => {
    const memory = withPosition(BLANK, "a", 60, 1_000)
    const at = (atMs: number) => positionOf(memory, { key: "a", heard: { seconds: 90, atMs } }, 600)
    expect([at(999), at(1_001)]).toEqual([60, 90])
    // What was stored before there were times is older.
    expect(positionOf({ ...BLANK, positions: [["a", 60]] }, { key: "a", heard: { seconds: 90, atMs: 1 } }, 600)).toBe(
      90,
    )
    expect(positionOf(memory, { key: "a", heard: { seconds: 0, atMs: 2_000 } }, 600)).toBe(0)
  })

  it.each([null, "", "[]", "null", "{broken", '{"speed":99,"positions":[1,["a"],["a","b"],null]}'])(
    "survives what a browser may have made of it: %s",
    (text) => expect(decodeMemory(text)).toEqual(BLANK),
  )
})

it("the account learns a position when playing stops, and once a minute", () => {
  let nowMs = 1_000_000
  const sent: Array<object> = []
  const send = makePositionSender(
    (body) => sent.push(body),
    () => nowMs,
  )
  const at = (seconds: number, hasStopped = false) =>
    send({ track: "a", seconds, duration: Number.POSITIVE_INFINITY }, hasStopped)
  for (let second = 5; second <= 120; second += 5, nowMs += 5_000) at(second)
  expect(sent).toEqual([{ track: "a", seconds: 65, duration: 0, time: 1_060_000 }])
  at(121.9, true)
  at(121.9, true)
  expect(sent.slice(1)).toEqual([{ track: "a", seconds: 121, duration: 0, time: 1_120_000 }])
  send({ track: "b", seconds: 3, duration: 60.5 }, false)
  expect(sent).toHaveLength(2)
  send({ track: "b", seconds: 3, duration: 60.5 }, true)
  expect(sent.at(-1)).toMatchObject({ track: "b", seconds: 3, duration: 60 })
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
