import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ChatHistory } from "#contract/chat"
import { type ChatKit, makeChatKit } from "./testing/chatKit.ts"

let kit: ChatKit

describe.each([
  ["one node", 1],
  ["two nodes with NATS between them", 2],
])("%s", (_, nodes) => {
  beforeAll(async () => {
    kit = await makeChatKit(nodes)
  })
  afterAll(() => kit.stop())

  it("pushes reactions to everyone in a room, and returns them with its history", async () => {
    const { owner, readers } = await kit.room("Team", ["Una", "Vic"])
    const [o, u] = [await kit.enter(owner), await kit.enter(readers[0], 1)]
    await o.get("Bc", "Team", owner.userCode, "l1", "", "", "like it")
    await u.until(() => u.lines("Bc").length === 1, "the message")
    for (const on of ["on", "on"]) await u.get("Re", "Team", owner.userCode, 1, "👍", on)
    await o.get("Re", "Team", owner.userCode, 1, "👍", "on")
    await u.get("Re", "Team", owner.userCode, 1, "👍", "off")
    for (const tab of [o, u]) {
      await tab.until(() => tab.lines("Re").length === 3, "the reactions")
      expect(tab.lines("Re").map(({ UserDisplayName, Count, On }) => [UserDisplayName, Count, On])).toEqual([
        ["Una", 1, true],
        ["Owner", 2, true],
        ["Una", 1, false],
      ])
    }
    const { Messages } = await o.get<ChatHistory>("Lh", "Team", owner.userCode, "{}")
    const People = [{ UserCode: owner.userCode, DisplayName: "Owner" }]
    expect(Messages.map(({ Reactions }) => Reactions)).toEqual([[{ Emoji: "👍", Count: 1, Own: true, People }]])
    for (const [emoji, word] of [
      ["👍", "perhaps"],
      ["hello", "on"],
    ] as const)
      expect(await o.ask("Re", "Team", owner.userCode, 1, emoji, word)).toMatch(/^Error\|chat\.malformed\|/)
    expect(await o.ask("Re", "Team", owner.userCode, 2, "👍", "on")).toMatch(/^Error\|chat\.noMessage\|/)
  })
})
