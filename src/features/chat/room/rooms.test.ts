import { describe, expect, it } from "vitest"
import { message, room } from "../testing/fakes.ts"
import {
  afterChange,
  afterLoad,
  afterMessage,
  afterOtherRead,
  afterRead,
  badgeOf,
  roomsFor,
  unreadIn,
} from "./rooms.ts"

const BORIS = { scope: "Person", target: "QIBORIS" } as const
const rooms = [room("QICAROL", { Head: 2, Read: 2 }), room("QIBORIS", { Head: 5, Read: 5 })]
const anna = "QIANNA"

describe("the list of rooms", () => {
  it("moves a room with a new message to the top and counts it, unless it is an own message", () => {
    const received = message(6)
    expect(afterMessage(rooms, received, anna)?.[0]).toMatchObject({
      LastMessage: received,
      Head: 6,
      Read: 5,
      UnreadCount: 1,
    })
    const read = [room("QIBORIS", { Head: 5, OtherRead: 3 })]
    expect(afterMessage(read, received, anna)?.[0]).toMatchObject({ OtherRead: 6 })
    const own = message(6, { SenderUserCode: "QIANNA" })
    expect(afterMessage(rooms, own, anna)?.[0]).toMatchObject({ Head: 6, Read: 6, UnreadCount: 0 })
  })

  it("counts a message once, and requests an unknown room", () => {
    expect(afterMessage(rooms, message(5), anna)).toBe(rooms)
    expect(afterMessage(rooms, message(1, { TargetUserCode: "QIDORA" }), anna)).toBeUndefined()
    expect(afterMessage(rooms, message(1, { Epoch: 2 }), anna)).toBeUndefined()
  })

  it("keeps pushes that arrived while a list was loading", () => {
    const known = [room("QIBORIS", { Head: 7, Read: 6, UnreadCount: 1, LastMessage: message(7) })]
    const loaded = [room("QIBORIS", { Head: 5, Read: 5, State: "shutPersonal" }), room("QIDORA", { Head: 1 })]
    expect(afterLoad(known, loaded)).toEqual([
      { ...loaded[0], Head: 7, Read: 6, UnreadCount: 1, LastMessage: message(7) },
      loaded[1],
    ])
    const newer = [room("QIBORIS", { Head: 9, Read: 2, UnreadCount: 7, LastMessage: message(9) })]
    expect(afterLoad(known, newer)).toEqual([{ ...newer[0], Read: 6, UnreadCount: 3 }])
    const begunAnew = [room("QIBORIS", { Epoch: 2, Head: 1 })]
    expect(afterLoad(known, begunAnew)).toEqual(begunAnew)
  })

  it("moves read pointers forward only", () => {
    const unread = [room("QIBORIS", { Head: 5, Read: 2, UnreadCount: 3 })]
    const read = afterRead(unread, BORIS, 4)
    expect(read[0]).toMatchObject({ Read: 4, UnreadCount: 1 })
    expect(afterRead(read, BORIS, 3)[0]).toMatchObject({ Read: 4, UnreadCount: 1 })
    const request = room("QIDORA", { State: "invited", Request: true, UnreadCount: 5 })
    const refused = room("QIEMIL", { State: "blocked", Request: true, UnreadCount: 3 })
    expect(unreadIn([...read, room("QICAROL", { UnreadCount: 2 }), request, refused])).toBe(3)
    const listed = [room("QIBORIS", { Head: 5, OtherRead: 2 })]
    expect(afterOtherRead(afterOtherRead(listed, BORIS, 5), BORIS, 4)[0]).toMatchObject({ OtherRead: 5 })
    expect(afterOtherRead(unread, BORIS, 5)).toEqual(unread)
  })

  it("updates the state of a room", () => {
    const own = room("QICAROL", { Scope: "Team", Head: 5, Read: 5 })
    const { LastMessage, UnreadCount, Head, Read, ...changed } = { ...own, State: "shutGroup" } as const
    expect(afterChange([...rooms, own], changed)?.[2]).toMatchObject({ State: "shutGroup", Head: 5 })
    expect(afterChange([], changed)).toBeUndefined()
    // A creator's room that may not be read any more is gone.
    const team = room("QIBORIS", { Scope: "Team" })
    expect(afterChange([...rooms, team], { ...team, State: "ended" })).toEqual(rooms)
    expect(afterChange(rooms, { ...team, State: "ended" })).toEqual(rooms)
  })

  it.each(["open", "blocked", "ended", "requested"] as const)(
    "reloads the list when a conversation becomes %s, because only the list has the other read pointer",
    (State) => {
      expect(afterChange([room("QIBORIS", { OtherRead: 3 })], room("QIBORIS", { State }))).toBeUndefined()
    },
  )

  it("is filtered by name, code and last message", () => {
    const found = (text: string) => roomsFor(rooms, text).map(({ TargetUserCode }) => TargetUserCode)
    expect([found(" boris "), found("nobody"), found("")]).toEqual([["QIBORIS"], [], ["QICAROL", "QIBORIS"]])
  })

  it.each([
    [0, "0"],
    [999, "999"],
    [1_000, "999+"],
  ])("shows %d unread as %s", (count, badge) => {
    expect(badgeOf(count)).toBe(badge)
  })
})
