import { afterAll, beforeAll, expect, it } from "vitest"
import {
  type ChatHistory,
  type ChatRoom,
  type ChatSummary,
  HISTORY_PAGE_MAX,
  LAST_MESSAGE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  ROOMS_PER_PERSON_MAX,
  type SearchResults,
} from "#contract/chat"
import { PENDING_REQUESTS_MAX } from "./commands/dispatchRequests.ts"
import { REPLY_BYTES_MAX } from "./commands/replies.ts"
import { type ChatKit, makeChatKit } from "./testing/chatKit.ts"

/** Rate limits high enough for a test. */
const AS_MANY = { perSecond: 10_000, burst: 10_000 }
/** A text with three bytes per character, at maximum length. */
const LONG = "長".repeat(MESSAGE_LENGTH_MAX)
/** Concurrent writers. */
const AT_ONCE = 25
/** Bytes of a list reply beside its rooms. */
const ENVELOPE_BYTES = 256

let kit: ChatKit
beforeAll(async () => {
  kit = await makeChatKit(1, { rates: { write: AS_MANY, read: AS_MANY, sign: AS_MANY } })
})
afterAll(() => kit.stop())

type List<Room> = {
  readonly Rooms: ReadonlyArray<Room>
  readonly UnreadCount?: number
  readonly More?: ReadonlyArray<string>
}

it("lists the maximum number of rooms with the longest last messages in pages that a slow reader can take", {
  timeout: 180_000,
}, async () => {
  const { read } = kit
  const ann = await kit.person("Ann")
  const others: Array<string> = []
  for (let at = 0; at < ROOMS_PER_PERSON_MAX; at += AT_ONCE) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, (_, by) => read.person(`Other${at + by}`)))
    await Promise.all(some.map((by) => read.post(by, { scope: "Person", personIds: [by, ann.personId] }, LONG)))
    others.push(...some)
  }
  await read.settle()
  const tab = await kit.enter(ann)
  const pages = async <Room extends ChatRoom>(command: "Ls" | "Lmh") => {
    const rooms: Array<Room> = []
    for (let more = ""; ; ) {
      const payload = await tab.ask(command, more)
      expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(REPLY_BYTES_MAX + ENVELOPE_BYTES)
      const page = JSON.parse(payload) as List<Room>
      rooms.push(...page.Rooms)
      if (page.UnreadCount !== undefined) expect(page.UnreadCount).toBe(0)
      if (page.More === undefined) return rooms
      more = page.More.join(",")
      // New messages between pages do not move a room out of the result.
      const by = others[rooms.length] ?? ""
      await read.post(by, { scope: "Person", personIds: [by, ann.personId] }, "again")
      await read.settle()
    }
  }
  const codes = (rooms: ReadonlyArray<ChatRoom>) => rooms.map(({ TargetUserCode }) => TargetUserCode).toSorted()
  const expected = Array.from({ length: ROOMS_PER_PERSON_MAX }, (_, at) => `OTHER${at}`).toSorted()
  const summaries = await pages<ChatSummary>("Lmh")
  expect(codes(summaries)).toEqual(expected)
  expect(summaries[0]?.LastMessage?.Message).toBe(`${"長".repeat(LAST_MESSAGE_LENGTH_MAX)}…`)
  expect(codes(await pages("Ls"))).toEqual(expected)
  for (const unfit of ["a b", `${summaries[0]?.Room},`, "0".repeat(21)])
    expect(await tab.ask("Lmh", unfit)).toMatch(/^Error\|chat\.malformed\|/)
})

it("limits the size of history, search and resume replies, and answers many at once", async () => {
  const { owner, readers } = await kit.room("Team", ["Bea"])
  const room = { scope: "Team", ownerId: owner.personId } as const
  for (let seq = 1; seq <= HISTORY_PAGE_MAX; seq += 1)
    await kit.read.post(owner.personId, room, `${LONG.slice(8)} 字${seq}`)
  await kit.read.settle()
  const tab = await kit.enter(readers[0])
  const small = (payload: string) => {
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(REPLY_BYTES_MAX + ENVELOPE_BYTES)
    return JSON.parse(payload)
  }
  const all = Array.from({ length: HISTORY_PAGE_MAX }, (_, at) => at + 1)
  const seqs: Array<number> = []
  let first: ChatHistory | undefined
  for (let after = 0, more = true; more; after = seqs.at(-1) ?? 0) {
    const page: ChatHistory = small(
      await tab.ask("Lm", "Team", owner.userCode, JSON.stringify({ AfterSeq: after, PageSize: HISTORY_PAGE_MAX })),
    )
    first ??= page
    seqs.push(...page.Messages.map(({ Seq }) => Seq))
    more = page.HasMore
  }
  expect(seqs).toEqual(all)
  // One socket may send only a number of frames per second.
  const next = await kit.enter(readers[0])
  const found: Array<number> = []
  for (let before: string | null = null, more = true; more; ) {
    const requested = JSON.stringify({ Text: "字", PageSize: HISTORY_PAGE_MAX, Before: before })
    const page: SearchResults & { Before: string | null } = small(
      await next.ask("Sh", "Team", owner.userCode, requested),
    )
    found.push(...page.Messages.map(({ Seq }) => Seq))
    before = page.Before
    more = page.HasMore
  }
  expect(found).toEqual(all.toReversed())
  const resume = async (seq: number) => {
    const known = JSON.stringify([{ Room: first?.Room, Epoch: first?.Epoch, Seq: seq }])
    return small(await tab.ask("Rs", known)).Rooms.map(({ Status }: { Status: string }) => Status)
  }
  expect([await resume(HISTORY_PAGE_MAX - 2), await resume(HISTORY_PAGE_MAX - 20)]).toEqual([["replayed"], ["reload"]])

  // The client pauses reading while all replies are requested at once.
  const requests = JSON.stringify({ PageSize: HISTORY_PAGE_MAX })
  const slow = await kit.enter(readers[0])
  slow.pause()
  const pages = Array.from({ length: PENDING_REQUESTS_MAX / 2 - 5 }, () =>
    slow.ask("Lh", "Team", owner.userCode, requests),
  )
  const person = kit.nodes[0]?.node.people.find(readers[0].personId)
  await expect.poll(() => [...(person?.peers ?? [])].map(({ pending }) => pending)).toEqual([0, 0, 0])
  slow.resume()
  for (const payload of await Promise.all(pages)) expect(small(payload).Messages.at(-1).Seq).toBe(HISTORY_PAGE_MAX)
  expect(Number(await slow.ask("Hb"))).toBeGreaterThan(0)
})
