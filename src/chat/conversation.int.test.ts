import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type ChatHistory,
  type ChatMessage,
  type ChatRoom,
  type ChatSummary,
  COMMANDS,
  NEED_PERMISSION,
  type SearchResults,
} from "#contract/chat"
import { Sessions } from "#core/accounts"
import { OPERATOR } from "#core/chat"
import { WRONG_TOKENS_MAX } from "./commands/dispatchRequests.ts"
import { RATES } from "./limits/RateLimit.ts"
import { NO_TOKEN, TOKEN_MS_MAX } from "./peers/watchSessions.ts"
import { type ChatKit, makeChatKit, type Person } from "./testing/chatKit.ts"
import { PERMITTED_COMMANDS, ROOMS_BY_ROLE } from "./testing/permitted.ts"

let kit: ChatKit
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

// Chat through real sockets of two implementations: the same on one node as on several.
describe.each([
  ["one node", 1],
  ["two nodes with NATS between them", 2],
])("%s", (_, nodes) => {
  beforeAll(async () => {
    kit = await makeChatKit(nodes)
  })
  afterAll(() => kit.stop())

  it("[S6-007] [S6-015] [S7-152] [S7-153] [S8-017] answers guests only heartbeats", async () => {
    const guest = await kit.connect()
    for (const command of COMMANDS.filter((each) => each !== "Hb"))
      expect([command, await guest.ask(command, "Team", "QI")]).toEqual([command, NEED_PERMISSION])
    for (const unread of ["", "Zz|1", "hello", "{}", "\u0000"]) guest.post(unread)
    expect(Number(await guest.ask("Hb"))).toBeGreaterThan(1_790_000_000_000)
  })

  it("[S7-154] [S7-155] [S7-156] [S7-157] [S7-158] supports a conversation from its first message on", async () => {
    const [ada, ben] = [await kit.person("Ada"), await kit.person("Ben")]
    const [a, b] = [await kit.enter(ada, 0, "undici"), await kit.enter(ben, 1)]
    expect(a.info).toMatchObject({ UserCode: ada.userCode, UserDisplayName: "Ada", UnreadCount: 0, HeartbeatMs: 3_000 })

    const hello = "Hello | Ben\nand welcome"
    const sent = await a.get("Bc", "Person", ben.userCode, "c1", "", "", hello)
    expect(sent).toMatchObject({ Seq: 1, TimeStamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) })
    await b.until(() => b.lines("In").length > 0 && b.lines("Bc").length > 0, "the invitation")
    expect(b.lines("In")).toEqual([
      {
        Room: sent["Room"],
        Scope: "Person",
        SenderUserCode: ada.userCode,
        SenderDisplayName: "Ada",
        Message: hello,
      },
    ])
    const first: ChatMessage = {
      Command: "Bc",
      Room: sent["Room"] ?? "",
      Epoch: sent["Epoch"] ?? 0,
      Seq: 1,
      Message: hello,
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
    expect(b.lines("Bc")).toEqual([{ ...first, Request: true }])
    await a.until(() => a.lines("Bc").length > 0, "one's own message")
    expect(a.lines("Bc")).toEqual([{ ...first, TargetUserCode: ben.userCode, ClientId: "c1" }])
    expect(await b.get("In", "Person", ada.userCode, "accept")).toEqual({})
    await b.until(() => b.lines("Ls").some(({ State }) => State === "open"), "that it is accepted")
    expect(await b.get("Bc", "Person", ada.userCode, "c1", 1, "", "Hello Ada")).toMatchObject({ Seq: 2 })
    await a.until(() => a.lines("Bc").length === 2, "the answer")
    expect(a.lines("Bc")[1]).toMatchObject({ Seq: 2, ReplyTo: 1, SenderUserCode: ben.userCode })
    expect(await a.get("Bc", "Person", ben.userCode, "c1", "", "", hello)).toEqual(sent)
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
    expect(a.lines("Ed")).toMatchObject([{ Seq: 2, Message: "Hello, Ada", Edited: true, TargetUserCode: ben.userCode }])
    expect(await a.ask("De", "Person", ben.userCode, 2)).toBe(NEED_PERMISSION)
    expect(await b.get("De", "Person", ada.userCode, 2)).toEqual({ Room: sent["Room"], Seq: 2 })
    await a.until(() => a.lines("De").length > 0, "the removal")
    const { Rooms: listed } = await b.get<{ Rooms: ReadonlyArray<object> }>("Ls")
    expect(listed).toMatchObject([{ TargetUserCode: ada.userCode, State: "open", Level: 0 }])
    const history = await a.get<ChatHistory>("Lh", "", ben.userCode, "{}")
    expect(history.Messages).toMatchObject([{ Seq: 1 }, { Seq: 2, Message: "", Removed: true }])
  })

  it("[S3-026] [S7-159] [S7-160] [S7-161] pages history by date, searches it and lists messages after a number", async () => {
    const { owner, readers } = await kit.room("Team", ["Cleo"])
    const [o, c] = [await kit.enter(owner), await kit.enter(readers[0], 1)]
    for (let seq = 1; seq <= 35; seq += 1)
      await o.get("Bc", "", owner.userCode, `h${seq}`, "", "", seq % 7 === 0 ? `the owl ${seq}` : `line ${seq}`)
    const newest = await c.get<ChatHistory>("Lh", "Team", owner.userCode, "")
    expect(newest.Messages.map(({ Seq }) => Seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 6))
    expect(newest).toMatchObject({ HasMore: true, UnreadCount: 35 })
    const [outermost] = newest.Messages
    const before = { Date: outermost?.TimeStamp, Seq: outermost?.Seq, Direction: "Older", PageSize: 30 }
    const older = await c.get<ChatHistory>("Lh", "Team", owner.userCode, JSON.stringify(before))
    expect([older.Messages.map(({ Seq }) => Seq), older.HasMore]).toEqual([[1, 2, 3, 4, 5], false])
    const found = await c.get<SearchResults & { Before: string }>(
      "Sh",
      "Team",
      owner.userCode,
      '{"Text":"owl","PageSize":3}',
    )
    expect([found.Messages.map(({ Seq }) => Seq), found.HasMore]).toEqual([[35, 28, 21], true])
    const rest = await c.get<SearchResults>(
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

  it("delivers concurrent messages to everyone once and in one order, and answers a repeat with the first result", async () => {
    const { owner, readers } = await kit.room("Team", ["Dora", "Emil"])
    const tabs = await Promise.all(
      [owner, ...readers, owner].map((person, at) => kit.enter(person, at, at % 2 ? "ws" : "undici")),
    )
    const each = 15
    const sent = await Promise.all(
      tabs.slice(0, 3).flatMap((tab, by) =>
        Array.from({ length: each }, async (_, at) => {
          const post = () =>
            tab.get<{ Seq: number }>("Bc", "Team", owner.userCode, `${by}-${at}`, "", "", `${by} says ${at}`)
          const [first, second] = await Promise.all([post(), post()])
          expect(second).toEqual(first)
          return [first.Seq, `${by} says ${at}`] as const
        }),
      ),
    )
    const expected = sent.toSorted(([one], [other]) => one - other)
    expect(expected.map(([seq]) => seq)).toEqual(numbersTo(3 * each))
    for (const tab of tabs) {
      await tab.until(() => tab.lines("Bc").length >= 3 * each, "all messages")
      expect(tab.lines("Bc").map(({ Seq, Message }) => [Seq, Message])).toEqual(expected)
    }
    for (const by of [0, 1, 2])
      expect(expected.filter(([, text]) => text.startsWith(`${by} `)).map(([, text]) => text)).toEqual(
        Array.from({ length: each }, (_, at) => `${by} says ${at}`),
      )
  })

  it("replays all missed messages after a reconnect, or asks for a reload", async () => {
    const { owner, readers } = await kit.room("Team", ["Fee"])
    const [o, f] = [await kit.enter(owner), await kit.enter(readers[0], 1)]
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
    // An invented id is batched with valid ones.
    const odd = ["1", '"a b"', '"a\\nb"'].map((name) => o.ask("Rs", `[{"Room":${name},"Epoch":1,"Seq":1}]`))
    expect(await resume({ Seq: 3 })).toEqual([["current"]])
    for (const payload of await Promise.all(odd)) expect(payload).toMatch(/^Error\|chat\.malformed/)
  })

  it("pushes nothing two seconds after a ban, a leave, a sign-out or a revoked level", async () => {
    const { owner, readers } = await kit.room("Team", ["Gil", "Hal", "Ida"])
    const [gil, hal, ida] = readers
    const paying = await kit.person("Jan")
    const { chats, run } = kit.read
    await run(chats.grant({ creatorId: owner.personId, personId: paying.personId, level: 2 }))
    await kit.read.settle()
    const o = await kit.enter(owner)
    const enter = (person: Person) => kit.enter(person, 1)
    const all = await Promise.all([enter(gil), enter(hal), enter(ida), enter(paying)])
    await run(chats.openRoom({ by: OPERATOR, ownerId: owner.personId, scope: "Subscriber" }))
    for (const tab of [o, all[3]]) await tab.until(() => tab.lines("Ls").length > 0, "the room that is new")
    await o.get("Bc", "Team", owner.userCode, "t1", "", "", "before")
    await o.get("Bc", "Subscriber", owner.userCode, "s1", "", "", "before")
    for (const tab of all) await tab.until(() => tab.lines("Bc").length === 1, "the message before")
    expect(await o.get("Rm", "Team", "ban", gil.userCode)).toEqual({})
    expect(await all[1].get("In", "Team", owner.userCode, "leave")).toEqual({})
    await kit.people.run(Sessions.use((sessions) => sessions.endAll(ida.personId)))
    await run(chats.revoke({ creatorId: owner.personId, personId: paying.personId }))
    // Two seconds, plus a margin for a busy machine.
    const soon = (tab: typeof o, isMet: () => boolean) => tab.until(isMet, "what was lost", 5_000)
    await soon(all[2], () => all[2].lines("Tk").length > 0)
    await soon(all[0], () => all[0].lines("Ls").some(({ State }) => State === "ended"))
    await soon(all[3], () => all[3].lines("Ls").length > 1)
    await o.get("Bc", "Team", owner.userCode, "t2", "", "", "after")
    await o.get("Bc", "Subscriber", owner.userCode, "s2", "", "", "after")
    await o.until(() => o.lines("Bc").length === 4, "what the owner said")
    for (const tab of all) expect(tab.lines("Bc").map(({ Message }) => Message)).toEqual(["before"])
    for (const command of ["Lh", "Sh", "Lm"] as const) {
      const options = command === "Sh" ? '{"Text":"before"}' : "{}"
      for (const tab of [all[0], all[2]])
        expect(await tab.ask(command, "Team", owner.userCode, options)).toBe(NEED_PERMISSION)
    }
    expect(await all[2].get("Tk", (await kit.signIn(ida)).token)).toMatchObject({ UserCode: ida.userCode })
    await o.get("Bc", "Team", owner.userCode, "t3", "", "", "again")
    await all[2].until(() => all[2].lines("Bc").length === 2, "what is said now")
  })

  it("[S4-017] closes sockets without a token in time or with too many wrong ones", async () => {
    const [silent, wrong, late] = [await kit.connect(), await kit.connect(), await kit.connect()]
    for (let tried = 1; tried <= WRONG_TOKENS_MAX; tried += 1) void wrong.ask("Tk", "A".repeat(43))
    expect(await wrong.closed).toEqual([1008, "too many tokens"])
    const { token } = await kit.person("Mia")
    await Promise.all([late.get("Tk", token), late.get("Ls")])
    kit.clock.aheadMs += TOKEN_MS_MAX
    expect(await silent.closed).toEqual([NO_TOKEN, "no token"])
    expect(Number(await late.ask("Hb"))).toBeGreaterThan(Date.now())
  })

  it("limits the rate per person over all sockets and nodes", async () => {
    const nia = await kit.person("Nia")
    const [one, other] = [await kit.enter(nia), await kit.enter(nia, 1)]
    kit.clock.stoppedMs = Date.now() + kit.clock.aheadMs
    const requested = await Promise.all(Array.from({ length: RATES.read.burst + 1 }, () => one.ask("Pr", "")))
    expect(requested.filter((payload) => payload.startsWith("{"))).toHaveLength(RATES.read.burst)
    expect(requested.at(-1)).toMatch(/^Error\|chat\.tooOften\|/)
    await expect.poll(() => other.ask("Pr", "")).toMatch(/^Error\|chat\.tooOften\|/)
    // Other kinds of commands are counted separately.
    expect(await one.ask("Ty", "Team", "NOBODY")).toBe(NEED_PERMISSION)
    for (const tab of [one, other]) tab.close()
    await Promise.all([one.closed, other.closed])
    expect(await (await kit.enter(nia)).ask("Pr", "")).toMatch(/^Error\|chat\.tooOften\|/)
    kit.clock.stoppedMs = null
  })

  it("shows presence and its changes only within open conversations", async () => {
    const [ole, pia, quin] = [await kit.person("Ole"), await kit.person("Pia"), await kit.person("Quin")]
    const [o, p, q] = [await kit.enter(ole), await kit.enter(pia, 1), await kit.enter(quin)]
    await o.get("Bc", "Person", pia.userCode, "p1", "", "", "Hello")
    await p.until(() => p.lines("In").length === 1, "the invitation")
    expect(await p.get("In", "", ole.userCode, "accept")).toEqual({})
    await o.until(() => o.lines("Ls").some(({ State }) => State === "open"), "that it is accepted")
    await kit.lookAround()
    expect(await o.get("Pr", `${pia.userCode},${quin.userCode},NOBODY`)).toEqual({ Online: [pia.userCode] })
    expect(await q.get("Pr", `${pia.userCode},${ole.userCode}`)).toEqual({ Online: [] })
    expect((await o.get<{ Rooms: ReadonlyArray<ChatRoom> }>("Ls")).Rooms).toMatchObject([{ Online: true }])
    // A page reload does not count as going offline.
    p.close()
    await p.closed
    await kit.lookAround()
    const again = await kit.enter(pia)
    await kit.lookAround()
    expect(o.lines("Pr")).toEqual([])
    again.close()
    await again.closed
    await kit.lookAround()
    await kit.read.sql`update chat.presence set until = now() - interval '1 second' where until is not null`
    await kit.lookAround()
    await o.until(() => o.lines("Pr").length === 1, "that somebody went")
    expect(o.lines("Pr")).toEqual([{ UserCode: pia.userCode, Online: false }])
    // A person on a killed node is offline once its heartbeat expires.
    const dead = "00000000-0000-7000-8000-000000000001"
    await kit.read.sql`insert into chat.node values (${dead}, 'dead', now(), now() + interval '1 minute', 1, 1, true)`
    await kit.read.sql`insert into chat.presence values (${pia.personId}, ${dead})`
    await kit.lookAround()
    await kit.read.sql`update chat.node set ends_at = now() where node_id = ${dead}`
    await kit.lookAround()
    await o.until(() => o.lines("Pr").length === 3, "that somebody came and went")
    expect(o.lines("Pr").map(({ Online }) => Online)).toEqual([false, true, false])
    expect(q.lines("Pr")).toEqual([])
  })

  it("shows typing, and refuses messages of blocked people", async () => {
    const [rod, sue] = [await kit.person("Rod"), await kit.person("Sue")]
    const [r, s] = [await kit.enter(rod), await kit.enter(sue, 1)]
    await r.get("Bc", "Person", sue.userCode, "b1", "", "", "Hello")
    expect(await r.get("Ty", "", sue.userCode)).toEqual({})
    await s.until(() => s.lines("In").length === 1, "the invitation")
    await s.get("Bc", "Person", rod.userCode, "b2", "", "", "Hi")
    await s.get("Ty", "", rod.userCode)
    await r.until(() => r.lines("Ty").length === 1, "that somebody types")
    expect(r.lines("Ty")).toMatchObject([{ Scope: "Person", UserCode: sue.userCode, UserDisplayName: "Sue" }])
    // People who have not answered are not notified, and no one about themselves.
    expect([s.lines("Ty"), r.lines("Ty").length]).toEqual([[], 1])
    expect(await s.get("Rp", "", rod.userCode, 1, "unasked for")).toEqual({})
    expect(await s.get("Bl", rod.userCode, "on")).toEqual({})
    await r.until(() => r.lines("Ls").some(({ State }) => State === "ended"), "that it ended")
    await s.until(() => s.lines("Ls").some(({ State }) => State === "blocked"), "that it is blocked")
    for (const [tab, other] of [[r, sue] as const, [s, rod] as const]) {
      // Permission facts may be one second old.
      await expect.poll(() => tab.ask("Ty", "Person", other.userCode), { timeout: 5_000 }).toBe(NEED_PERMISSION)
      expect(await tab.ask("Bc", "Person", other.userCode, "b3", "", "", "Hello?")).toBe(NEED_PERMISSION)
    }
    expect(await s.get("Bl", rod.userCode, "off")).toEqual({})
    expect(await r.get("Bc", "Person", sue.userCode, "b4", "", "", "Thank you")).toMatchObject({ Seq: 3 })
  })

  it("[S6-015] answers Need Permission exactly where it is missing: roles, commands and scopes", async () => {
    const scopes = ["Team", "Subscriber", "Premium"] as const
    const { owner, readers } = await kit.room("Team", ["Member", "Banned"])
    const [member, banned] = readers
    const [stranger, paying, premium] = [
      await kit.person("Stranger"),
      await kit.person("Paying"),
      await kit.person("Premium"),
    ]
    const { chats, run } = kit.read
    const own = { ownerId: owner.personId }
    for (const scope of scopes.slice(1)) await run(chats.openRoom({ by: OPERATOR, scope, ...own }))
    for (const [person, level] of [
      [paying, 2],
      [premium, 3],
      [banned, 3],
    ] as const)
      await run(chats.grant({ creatorId: owner.personId, personId: person.personId, level }))
    for (const scope of scopes)
      await run(chats.ban({ by: OPERATOR, room: { scope, ...own }, personId: banned.personId }))
    const o = await kit.enter(owner)
    for (const scope of scopes)
      await o.get("Bc", scope, owner.userCode, `m ${scope}`.replace(" ", ""), "", "", "the first")
    await kit.read.settle()

    const roles = Object.entries({ owner, member, paying, premium, stranger, banned })
    for (const [at, [role, person]] of roles.entries()) {
      const tab = at === 0 ? o : await kit.enter(person, at)
      for (const scope of scopes) {
        for (const [command, ...rest] of PERMITTED_COMMANDS) {
          const fields = command === "Bc" ? [`${scope}-c1`, ...rest.slice(1)] : rest
          const payload = await tab.ask(command, scope, owner.userCode, ...fields)
          const outcome = payload === NEED_PERMISSION ? "refused" : payload.startsWith("{") ? "allowed" : payload
          expect([role, scope, command, outcome]).toEqual([
            role,
            scope,
            command,
            ROOMS_BY_ROLE[role]?.includes(scope) === true ? "allowed" : "refused",
          ])
        }
        // Only authors edit messages, and only the owner of a room removes messages and members.
        if (role === "owner") continue
        expect([role, scope, await tab.ask("Ed", scope, owner.userCode, 1, "mine")]).toEqual([
          role,
          scope,
          NEED_PERMISSION,
        ])
        expect([role, scope, await tab.ask("De", scope, owner.userCode, 1)]).toEqual([role, scope, NEED_PERMISSION])
        expect([role, scope, await tab.ask("Rm", scope, "ban", owner.userCode)]).toEqual([role, scope, NEED_PERMISSION])
      }
    }
    expect(await o.get("De", "Team", owner.userCode, 2)).toMatchObject({ Seq: 2 })
  })

  if (nodes > 1)
    it("delivers messages between nodes through the log while NATS is down, once and in order", async () => {
      const { owner, readers } = await kit.room("Team", ["Tom"])
      const [o, t] = [await kit.enter(owner), await kit.enter(readers[0], 1)]
      let said = 0
      const send = async (count: number) => {
        for (let at = 0; at < count; at += 1) {
          said += 1
          await o.get("Bc", "Team", owner.userCode, `n${said}`, "", "", `number ${said}`)
        }
        await t.until(() => t.lines("Bc").length >= said, "what was said")
        expect(t.lines("Bc").map(({ Seq }) => Seq)).toEqual(numbersTo(said))
      }
      await send(3)
      await kit.nats?.stop()
      await send(5)
      await kit.nats?.start()
      await send(5)
    })
})
