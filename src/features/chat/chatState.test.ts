import { expect, it } from "vitest"
import { unreadAfter } from "./chatState.ts"
import { message, room } from "./testing/fakes.ts"
import type { PushedLine } from "./wire.ts"

const named = { Room: "room", Epoch: 1, Scope: "Person", TargetUserCode: "QIBORIS" } as const

it.each([
  ["a message", message(1), 4],
  ["one's own", message(1, { SenderUserCode: "QIANNA" }), 3],
  ["the message of a stranger who is not answered", message(1, { Request: true }), 3],
  ["a request", { Command: "Ls", ...room("QIBORIS", { State: "invited", Request: true }) }, 3],
  ["a request that is over", { Command: "Ls", ...room("QIBORIS", { State: "ended", Request: true }) }, 3],
  ["a stranger who was answered", { Command: "Ls", ...room("QIBORIS") }, undefined],
  ["a room that is lost", { Command: "Ls", ...room("QICAROL", { Scope: "Team", State: "ended" }) }, undefined],
  ["reading on another device", { Command: "Rd", ...named, UserCode: "QIANNA", Read: 1 }, undefined],
  ["another one's reading", { Command: "Rd", ...named, UserCode: "QIBORIS", Read: 1 }, 3],
  ["a person who types", { Command: "Ty", ...named, UserCode: "QIBORIS", UserDisplayName: "Boris" }, 3],
] satisfies ReadonlyArray<[string, PushedLine, number | undefined]>)(
  "counts unread messages after %s",
  (_, pushed, count) => {
    expect(unreadAfter(3, pushed, "QIANNA")).toBe(count)
  },
)
