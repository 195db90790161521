import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type ChatHistory,
  type ChatMessage,
  type ChatRoom,
  type ChatSummary,
  COMMANDS,
  NEED_PERMISSION,
  type SearchHistory,
} from "#contract/chat"
import { Sessions } from "#core/accounts"
import { OPERATOR } from "#core/chat"
import { type ChatKit, makeChatKit, type Person } from "./chatKit.ts"

/** What chat does for people, through real sockets: the same on one node as on several. */
export const conversationSuite = (title: string, nodes: number): void => {
  let kit: ChatKit
  beforeAll(async () => {
    kit = await makeChatKit(nodes)
  })
  afterAll(() => kit.stop())

  describe(title, () => {
    it("[S6-007] [S6-015] [S7-152] [S7-153] [S8-017] knows guests: they are answered heartbeats, and nothing else", async () => {
      const guest = await kit.connect()
      for (const command of COMMANDS.filter((each) => each !== "Hb"))
        expect([command, await guest.ask(command, "Team", "QI")]).toEqual([command, NEED_PERMISSION])
      for (const unread of ["", "Zz|1", "hello", "{}", "\u0000"]) guest.say(unread)
      expect(Number(await guest.ask("Hb"))).toBeGreaterThan(1_790_000_000_000)
    })

    it("[S7-154] [S7-155] [S7-156] [S7-157] [S7-158] carries a conversation from its first message on", async () => {
      const [ada, ben] = [await kit.person("Ada"), await kit.person("Ben")]
      const [a, b] = [await kit.enter(ada, 0, "undici"), await kit.enter(ben, 1)]
      expect(a.info).toMatchObject({
        UserCode: ada.userCode,
        UserDisplayName: "Ada",
        UnreadCount: 0,
        HeartbeatMs: 3_000,
      })

      const sent = await a.get("Bc", "Person", ben.userCode, "c1", "", "", "Hello | Ben\nand welcome")
      expect(sent).toMatchObject({ Seq: 1, TimeStamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) })
      await b.until(() => b.lines("In").length > 0 && b.lines("Bc").length > 0, "the invitation")
      expect(b.lines("In")).toEqual([
        {
          Room: sent["Room"],
          Scope: "Person",
          SenderUserCode: ada.userCode,
          SenderDisplayName: "Ada",
          Message: "Hello | Ben\nand welcome",
        },
      ])
      const first: ChatMessage = {
        Command: "Bc",
        Room: sent["Room"] ?? "",
        Epoch: sent["Epoch"] ?? 0,
        Seq: 1,
        Message: "Hello | Ben\nand welcome",
        SenderUserCode: ada.userCode,
        SenderDisplayName: "Ada",
        TimeStamp: sent["TimeStamp"] ?? "",
        Scope: "Person",
        TargetUserCode: ada.userCode,
        ReplyTo: null,
        Edited: false,
        Removed: false,
        Pictures: [],
      }
      expect(b.lines("Bc")).toEqual([first])
      await a.until(() => a.lines("Bc").length > 0, "one's own message")
      expect(a.lines("Bc")).toEqual([{ ...first, TargetUserCode: ben.userCode, ClientId: "c1" }])

      expect(await b.get("In", "Person", ada.userCode, "accept")).toEqual({})
      expect(await b.get("Bc", "Person", ada.userCode, "c1", 1, "", "Hello Ada")).toMatchObject({ Seq: 2 })
      await a.until(() => a.lines("Bc").length === 2, "the answer")
      expect(a.lines("Bc")[1]).toMatchObject({ Seq: 2, ReplyTo: 1, SenderUserCode: ben.userCode })
      expect(await a.get("Bc", "Person", ben.userCode, "c1", "", "", "Hello | Ben\nand welcome")).toEqual(sent)

      const { Rooms, UnreadCount } = await a.get<{ Rooms: Array<ChatSummary>; UnreadCount: number }>("Lmh")
      expect(Rooms).toMatchObject([
        { Room: sent["Room"], Scope: "Person", TargetUserCode: ben.userCode, DisplayName: "Ben", State: "open" },
      ])
      expect(Rooms[0]).toMatchObject({
        UnreadCount: 1,
        Head: 2,
        Read: 1,
        LastMessage: { Seq: 2, Message: "Hello Ada" },
      })
      expect(UnreadCount).toBe(1)
      expect(await a.get("Rd", "Person", ben.userCode, 2)).toEqual({ Room: sent["Room"], Read: 2, UnreadCount: 0 })
      await b.until(() => b.lines("Rd").some(({ Read }) => Read === 2), "the read state")
      expect(b.lines("Rd").at(-1)).toMatchObject({ UserCode: ada.userCode, TargetUserCode: ada.userCode })

      expect(await b.get("Ed", "Person", ada.userCode, 2, "Hello, Ada")).toEqual({ Room: sent["Room"], Seq: 2 })
      await a.until(() => a.lines("Ed").length > 0, "the edit")
      expect(a.lines("Ed")).toMatchObject([
        { Seq: 2, Message: "Hello, Ada", Edited: true, TargetUserCode: ben.userCode },
      ])
      expect(await a.ask("De", "Person", ben.userCode, 2)).toBe(NEED_PERMISSION)
      expect(await b.get("De", "Person", ada.userCode, 2)).toEqual({ Room: sent["Room"], Seq: 2 })
      await a.until(() => a.lines("De").length > 0, "the removal")
      const { Rooms: listed } = await b.get<{ Rooms: ReadonlyArray<object> }>("Ls")
      expect(listed).toMatchObject([{ TargetUserCode: ada.userCode, State: "open", Level: 0 }])
      const history = await a.get<ChatHistory>("Lh", "", ben.userCode, "{}")
      expect(history.Messages).toMatchObject([{ Seq: 1 }, { Seq: 2, Message: "", Removed: true }])
    })

    it("[S3-026] [S7-159] [S7-160] [S7-161] pages through history by date, finds words in it, lists what came after", async () => {
      const { owner, readers } = await kit.room("Team", ["Cleo"])
      const [o, c] = [await kit.enter(owner), await kit.enter(readers[0] as Person, 1)]
      for (let seq = 1; seq <= 35; seq += 1)
        await o.get("Bc", "", owner.userCode, `h${seq}`, "", "", seq % 7 === 0 ? `the owl ${seq}` : `line ${seq}`)
      const newest = await c.get<ChatHistory>("Lh", "Team", owner.userCode, "")
      expect(newest.Messages.map(({ Seq }) => Seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 6))
      expect(newest).toMatchObject({ HasMore: true, UnreadCount: 35 })
      const [outermost] = newest.Messages
      const before = { Date: outermost?.TimeStamp, Seq: outermost?.Seq, Direction: "Older", PageSize: 30 }
      const older = await c.get<ChatHistory>("Lh", "Team", owner.userCode, JSON.stringify(before))
      expect([older.Messages.map(({ Seq }) => Seq), older.HasMore]).toEqual([[1, 2, 3, 4, 5], false])
      const found = await c.get<SearchHistory & { Before: string }>(
        "Sh",
        "Team",
        owner.userCode,
        '{"Text":"owl","PageSize":3}',
      )
      expect([found.Messages.map(({ Seq }) => Seq), found.HasMore]).toEqual([[35, 28, 21], true])
      const rest = await c.get<SearchHistory>(
        "Sh",
        "",
        "",
        JSON.stringify({ Text: "owl", PageSize: 3, Before: found.Before }),
      )
      expect([rest.Messages.map(({ Seq }) => Seq), rest.HasMore]).toEqual([[14, 7], false])
      const after = await c.get<ChatHistory>("Lm", "", owner.userCode, '{"AfterSeq":33}')
      expect(after.Messages.map(({ Seq, Message }) => [Seq, Message])).toEqual([
        [34, "line 34"],
        [35, "the owl 35"],
      ])
      for (const unfit of ["{", "[]", '{"PageSize":0}', '{"Direction":"Up"}'])
        expect(await c.ask("Lh", "Team", owner.userCode, unfit)).toMatch(/^Error\|chat\.malformed\|/)
    })

    it("brings every message once and in one order to everybody, whoever sends at once, and answers a repeat with the first", async () => {
      const { owner, readers } = await kit.room("Team", ["Dora", "Emil"])
      const tabs = await Promise.all(
        [owner, ...readers, owner].map((person, at) => kit.enter(person, at, at % 2 ? "ws" : "undici")),
      )
      const each = 15
      const sent = await Promise.all(
        tabs.slice(0, 3).flatMap((tab, by) =>
          Array.from({ length: each }, async (_, at) => {
            const say = () =>
              tab.get<{ Seq: number }>("Bc", "Team", owner.userCode, `${by}-${at}`, "", "", `${by} says ${at}`)
            const [first, second] = await Promise.all([say(), say()])
            expect(second).toEqual(first)
            return [first.Seq, `${by} says ${at}`] as const
          }),
        ),
      )
      const expected = sent.toSorted(([one], [other]) => one - other)
      expect(expected.map(([seq]) => seq)).toEqual(Array.from({ length: 3 * each }, (_, at) => at + 1))
      for (const tab of tabs) {
        await tab.until(() => tab.lines("Bc").length >= 3 * each, "all messages")
        expect(tab.lines<ChatMessage>("Bc").map(({ Seq, Message }) => [Seq, Message])).toEqual(expected)
      }
      for (const by of [0, 1, 2])
        expect(expected.filter(([, text]) => text.startsWith(`${by} `)).map(([, text]) => text)).toEqual(
          Array.from({ length: each }, (_, at) => `${by} says ${at}`),
        )
    })

    it("gives who comes back what they missed, wholly or not at all", async () => {
      const { owner, readers } = await kit.room("Team", ["Fee"])
      const [o, f] = [await kit.enter(owner), await kit.enter(readers[0] as Person, 1)]
      const { Room, Epoch } = await o.get("Bc", "", owner.userCode, "r1", "", "", "one")
      for (const at of [2, 3]) await o.get("Bc", "", owner.userCode, `r${at}`, "", "", `number ${at}`)
      await o.get("Ed", "Team", owner.userCode, 2, "number two")
      await f.until(() => f.lines("Ed").length === 1, "the edit")
      const resume = async (known: object) => {
        const { Rooms } = await f.get<{
          Rooms: ReadonlyArray<{ Status: string; Messages: ReadonlyArray<ChatMessage> }>
        }>("Rs", JSON.stringify([{ Room, Epoch, ...known }]))
        return Rooms.map(({ Status, Messages }) => [Status, ...Messages.map(({ Message }) => Message)])
      }
      expect(await resume({ Seq: 3 })).toEqual([["current"]])
      expect(await resume({ Seq: 1 })).toEqual([["replayed", "number two", "number 3"]])
      expect(await resume({ Seq: 0 })).toEqual([["replayed", "one", "number two", "number 3"]])
      expect(await resume({ Seq: 4 })).toEqual([["reload"]])
      expect(await resume({ Seq: 3, Epoch: 1 })).toEqual([["reload"]])
      expect(await resume({ Seq: 3, Room: "0".repeat(20) })).toEqual([["reload"]])
      expect(await f.ask("Rs", '[{"Room":1}]')).toMatch(/^Error\|chat\.malformed/)
    })

    it("pushes nothing two seconds after permission was lost: banned, left, signed out, level revoked", async () => {
      const { owner, readers } = await kit.room("Team", ["Gil", "Hal", "Ida"])
      const [gil, hal, ida] = readers as unknown as readonly [Person, Person, Person]
      const paying = await kit.person("Jan")
      const { chats, run } = kit.read
      await run(chats.openRoom({ by: OPERATOR, ownerId: owner.personId, scope: "Subscriber" }))
      await run(chats.grant({ creatorId: owner.personId, personId: paying.personId, level: 2 }))
      await kit.read.settle()
      const o = await kit.enter(owner)
      const [g, h, i, j] = await Promise.all([gil, hal, ida, paying].map((person) => kit.enter(person, 1)))
      const all = [g, h, i, j] as unknown as readonly [typeof o, typeof o, typeof o, typeof o]
      await o.get("Bc", "Team", owner.userCode, "t1", "", "", "before")
      await o.get("Bc", "Subscriber", owner.userCode, "s1", "", "", "before")
      for (const tab of all) await tab.until(() => tab.lines("Bc").length === 1, "the message before")

      expect(await o.get("Rm", "Team", "ban", gil.userCode)).toEqual({})
      expect(await (h as typeof o).get("In", "Team", owner.userCode, "leave")).toEqual({})
      await kit.people.run(Sessions.use((sessions) => sessions.endAll(ida.personId)))
      await run(chats.revoke({ creatorId: owner.personId, personId: paying.personId }))
      await all[2].until(() => all[2].lines("Tk").length > 0, "the question for a token", 2_500)
      await all[0].until(() => all[0].lines<ChatRoom>("Ls").some(({ State }) => State === "ended"), "the ban", 2_500)
      await all[3].until(() => all[3].lines("Ls").length > 0, "the revoked level", 2_500)
      await o.get("Bc", "Team", owner.userCode, "t2", "", "", "after")
      await o.get("Bc", "Subscriber", owner.userCode, "s2", "", "", "after")
      await o.until(() => o.lines("Bc").length === 4, "what the owner said")
      for (const tab of all) expect(tab.lines<ChatMessage>("Bc").map(({ Message }) => Message)).toEqual(["before"])
      for (const command of ["Lh", "Sh", "Lm"] as const) {
        const options = command === "Sh" ? '{"Text":"before"}' : "{}"
        for (const tab of [all[0], all[2]])
          expect(await tab.ask(command, "Team", owner.userCode, options)).toBe(NEED_PERMISSION)
      }
      expect(await all[2].get("Tk", (await kit.signIn(ida)).token)).toMatchObject({ UserCode: ida.userCode })
      await o.get("Bc", "Team", owner.userCode, "t3", "", "", "again")
      await all[2].until(() => all[2].lines("Bc").length === 2, "what is said now")
    })
  })
}
