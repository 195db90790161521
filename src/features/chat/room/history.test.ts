import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ChatHistory } from "#contract/chat"
import { message } from "../testing/fakes.ts"
import type { RoomHistory } from "../wire.ts"
import {
  EARLY_MAX,
  hasGap,
  historyOf,
  SHOWN_MAX,
  withChanged,
  withNewer,
  withOlder,
  withoutGap,
  withReaction,
  withReceived,
  withReplyCounted,
  withThreadReply,
} from "./history.ts"

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const page = (from: number, to: number, HasMore = from > 1): ChatHistory => ({
  Room: "room",
  Epoch: 1,
  Messages: range(from, to).map((seq) => message(seq)),
  HasMore,
  UnreadCount: 0,
})
const shown = ({ Messages }: RoomHistory) => Messages.map(({ Seq }) => Seq)

describe("a pushed reply", () => {
  it("is counted at every message that it answers, and joins their thread once", () => {
    const first = withReceived(historyOf(page(1, 2), false), message(3, { ReplyTo: 1 }))
    const reply = message(4, { ReplyTo: 3 })
    expect(withReplyCounted(first, reply).Messages.map(({ Replies }) => Replies)).toEqual([1, undefined, 1])
    const thread = historyOf({ ...page(1, 1), Messages: [message(1), message(3, { ReplyTo: 1 })] }, false)
    const joined = withThreadReply(withThreadReply(thread, reply), reply)
    expect(shown(joined)).toEqual([1, 3, 4])
    expect(shown(withThreadReply(joined, message(5, { ReplyTo: 2 })))).toEqual([1, 3, 4])
  })
})

describe("a pushed reaction", () => {
  const change = { Room: "room", Epoch: 1, Scope: "Person", TargetUserCode: "QIBORIS", Seq: 2, Emoji: "👍" } as const
  const reactions = ({ Messages }: RoomHistory) => Messages.map(({ Reactions }) => Reactions)

  it("sets the count and the names, and disappears with the last person", () => {
    const boris = { UserCode: "QIBORIS", DisplayName: "Boris" }
    const added = withReaction(
      historyOf(page(1, 2), false),
      { ...change, Count: 12, UserCode: boris.UserCode, UserDisplayName: "Boris", On: true },
      "QIANNA",
    )
    expect(reactions(added)).toEqual([undefined, [{ Emoji: "👍", Count: 12, Own: false, People: [boris] }]])
    const own = { ...change, Count: 13, UserCode: "QIANNA", UserDisplayName: "Anna", On: true }
    expect(reactions(withReaction(added, own, "QIANNA"))[1]).toMatchObject([{ Count: 13, Own: true }])
    expect(reactions(withReaction(added, { ...own, Count: 0, On: false }, "QIANNA"))[1]).toEqual([])
  })
})

describe("a room's history", () => {
  it("shows each message once", () => {
    const first = historyOf(page(1, 3), false)
    const next = [4, 4, 2, 5].reduce((history, seq) => withReceived(history, message(seq)), first)
    expect(shown(next)).toEqual([1, 2, 3, 4, 5])
  })

  it("keeps early messages until the gap before them is filled", () => {
    const early = withReceived(withReceived(historyOf(page(1, 3), false), message(6)), message(5))
    expect([shown(early), hasGap(early)]).toEqual([[1, 2, 3], true])
    const repaired = withNewer(early, page(4, 4))
    expect([shown(repaired), hasGap(repaired)]).toEqual([[1, 2, 3, 4, 5, 6], false])
  })

  it("skips messages that no longer exist", () => {
    const early = withReceived(historyOf(page(1, 3), false), message(6))
    expect(shown(withoutGap(early))).toEqual([1, 2, 3, 6])
  })

  it("grows at both ends within its limit", () => {
    const middle = historyOf(page(301, 330), true)
    const grown = withNewer(withOlder(middle, page(271, 300)), { Messages: page(331, 360).Messages, HasMore: true })
    expect(shown(grown)).toEqual(range(271, 360))
    expect([grown.HasMore, grown.HasNewer]).toEqual([true, true])
    // While it ends in the middle, what comes at the room's end is not its business.
    expect(withReceived(grown, message(900))).toBe(grown)
    expect(withNewer(grown, { Messages: [], HasMore: false }).HasNewer).toBe(false)

    const longest = historyOf(page(101, 100 + SHOWN_MAX), false)
    const later = withReceived(longest, message(101 + SHOWN_MAX))
    expect([later.Messages.length, later.Messages[0]?.Seq, later.HasMore]).toEqual([SHOWN_MAX, 102, true])
    const older = withOlder(longest, page(71, 100))
    expect([older.Messages.length, older.Messages[0]?.Seq, older.HasNewer]).toEqual([SHOWN_MAX, 71, true])
    expect(older.Known).toBe(70 + SHOWN_MAX)
    const many = range(1, EARLY_MAX + 50).reduce(
      (history, seq) => withReceived(history, message(10_000 + seq)),
      historyOf(page(1, 3), false),
    )
    expect(many.Early).toHaveLength(EARLY_MAX)
  })

  it("changes a message in place", () => {
    const edited = withChanged(historyOf(page(1, 3), false), { Seq: 2, Message: "another", Edited: true })
    expect(edited.Messages[1]).toEqual(message(2, { Message: "another", Edited: true }))
  })

  it("is the same for every order and repetition of messages", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 4, max: 20 }), { maxLength: 60 }),
        fc.shuffledSubarray(range(4, 20), { minLength: 17 }),
        (some, all) => {
          const last = [...some, ...all].reduce(
            (history, seq) => withReceived(history, message(seq)),
            historyOf(page(1, 3), false),
          )
          expect(shown(last)).toEqual(range(1, 20))
        },
      ),
      { numRuns: 50 },
    )
  })
})
