import { expect, it } from "vitest"
import type { Scope, ViewerRoomState } from "#contract/chat"
import { roomNoticeOf } from "./roomNotice.ts"

const tip = (State: ViewerRoomState | undefined, scope: Scope, target = "QICREATOR", refused = { isRefused: false }) =>
  roomNoticeOf(
    State === undefined ? undefined : { State },
    { scope, target },
    { userCode: "QIANNA", isJoinRefused: false, ...refused },
  )

it.each([
  ["a person", "none", "Team", "QICREATOR", "chat.tip.none.person", [], false],
  ["a creator", "none", "Premium", "QIANNA", "chat.tip.none.creator", ["open"], false],
  ["who writes first", "none", "Person", "QIBORIS", "chat.tip.first", [], true],
] as const)("[S4-045] tells %s that there is no chat room yet", (_, state, scope, target, text, acts, mayWrite) => {
  expect(tip(state, scope, target)).toEqual({ text, acts, mayWrite })
})

it.each([
  ["the personal chat room", "shutPersonal", "Person", "QICREATOR", "chat.tip.shutPersonal", []],
  ["the group chat room", "shutGroup", "Team", "QICREATOR", "chat.tip.shutGroup", []],
  [
    "their own personal room, which they can open again",
    "shutPersonal",
    "Person",
    "QIANNA",
    "chat.tip.shut.own",
    ["open"],
  ],
  ["their own group room, which they can open again", "shutGroup", "Team", "QIANNA", "chat.tip.shut.own", ["open"]],
] as const)("[S4-046] tells that the creator shut down %s", (_, state, scope, target, text, acts) => {
  expect(tip(state, scope, target)).toEqual({ text, acts, mayWrite: false })
})

it.each([
  ["Subscriber", "chat.tip.subscribers"],
  ["Premium", "chat.tip.premium"],
] as const)("[S6-013] offers a subscription to somebody who may not join a room with the scope %s", (scope, text) => {
  const refusedTwice = { isRefused: true, isJoinRefused: true }
  expect(tip(undefined, scope, "QICREATOR", refusedTwice)).toEqual({ text, acts: ["subscribe"], mayWrite: false })
})

it("returns no notice for an open room, and the right one for every other state", () => {
  expect(tip("open", "Person")).toBeUndefined()
  expect(tip(undefined, "Team")).toBeUndefined()
  expect(tip(undefined, "Person")?.text).toBe("chat.tip.first")
  const refused = { isRefused: true }
  expect(tip(undefined, "Person", "QIBORIS", refused)).toMatchObject({ text: "chat.tip.closed", acts: ["join"] })
  expect(tip(undefined, "Team", "QICREATOR", refused)).toMatchObject({ text: "chat.tip.join", acts: ["join"] })
  const refusedTwice = { isRefused: true, isJoinRefused: true }
  expect(tip(undefined, "Team", "QICREATOR", refusedTwice)?.text).toBe("chat.tip.none.person")
  expect(tip(undefined, "Person", "QIBORIS", refusedTwice)?.acts).toEqual([])
  expect(tip("invited", "Person")?.acts).toEqual(["accept", "ignore"])
  expect(tip("requested", "Person")?.mayWrite).toBe(true)
  expect(tip("blocked", "Person")?.acts).toEqual(["unblock"])
  expect(tip("ended", "Person")?.acts).toEqual([])
  expect(tip("ended", "Team")?.acts).toEqual(["join"])
})
