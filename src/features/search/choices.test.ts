import { describe, expect, it } from "vitest"
import type { FeedsIndex } from "#contract/library"
import { choicesOf, stepOf } from "./choices.ts"

const feed: FeedsIndex["feeds"][number] = {
  id: "1",
  feedId: "1",
  code: "QF1",
  contentType: "RSS",
  description: "",
  iconUrl: "/img",
  lastUpdated: null,
  recentUpdate: null,
  subsribers: 0,
  tags: [],
  title: "Harbour",
  url: "https://harbour.example/feed",
  titleMarks: [{ start: 0, end: 4 }],
  descriptionMarks: [],
}
const channel: FeedsIndex["channels"][number] = {
  id: "1",
  code: "QF1",
  channelId: 0,
  channelCode: "QF1",
  userChannelStatusId: 1,
  userChannelDisplayStatusId: 1,
  premium: false,
  maxLevel: 1,
  subject: "Harbour",
  bio: "",
  iconUrl: "/img",
  userName: "harbour.example",
  source: "RSS",
}

describe("choices", () => {
  it("are what completes the text, then channels by their publishers", () => {
    const words = { text: "harb lang:", marks: [{ start: 4, end: 9 }] }
    expect(choicesOf({ feeds: [feed], channels: [channel], texts: [words], hasMore: false })).toEqual([
      { kind: "text", words },
      {
        kind: "channel",
        words: { text: "Harbour", marks: [{ start: 0, end: 4 }] },
        href: "/channel/detail?code=QF1",
        by: "harbour.example",
        iconUrl: "/img",
      },
    ])
  })

  it.each([
    ["down from the text to the first", -1, 1, 0],
    ["down from the last to the text", 2, 1, -1],
    ["up from the text to the last", -1, -1, 2],
    ["up from the first to the text", 0, -1, -1],
    ["down", 0, 1, 1],
    ["up", 2, -1, 1],
  ] as const)("are walked %s", (_, at, by, next) => expect(stepOf(at, by, 3)).toBe(next))
})
