import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OPERATOR } from "#core/chat"
import { type ChatKit, makeChatKit, type Person, startNode } from "./testing/chatKit.ts"
import { freshlySeen, ModelTab } from "./testing/modelTab.ts"

/** `CHAT_MODEL_OPERATIONS=100000` for the long run. */
const OPERATIONS = Number(process.env["CHAT_MODEL_OPERATIONS"] ?? 160)
const SEED = Number(process.env["CHAT_MODEL_SEED"] ?? 1)
/** After so many, all that the tabs hold is compared with what the server says. */
const COMPARED_EVERY = 40
const LONG_MS = 60_000 + 100 * OPERATIONS

/** Nobody is as quick as this test. */
const AS_MANY = { perSecond: 10_000, burst: 10_000 }
const RATES = { write: AS_MANY, read: AS_MANY, sign: AS_MANY }

let kit: ChatKit
beforeAll(async () => {
  kit = await makeChatKit(2, { rates: RATES })
})
afterAll(() => kit.stop())

type Holder = { readonly person: Person; readonly tabs: Array<ModelTab>; read: Map<string, number> }
type Room = {
  readonly key: string
  head: number
  readonly authors: Array<Holder>
  readonly addresses: Map<Holder, string[]>
}

/** mulberry32: the same run for the same seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

describe("what tabs hold after random operations on two nodes", () => {
  it("is what the server says when asked anew: rooms, unread counts and histories", { timeout: LONG_MS }, async () => {
    const random = randomOf(SEED)
    const below = (count: number) => Math.floor(random() * count)
    const one = <A>(all: ReadonlyArray<A>): A => all[below(all.length)] as A
    let opened = 0
    const enter = async (person: Person) => {
      opened += 1
      return kit.enter(person, opened)
    }

    const holders: Array<Holder> = []
    for (const name of ["Ada", "Ben", "Cleo"])
      holders.push({ person: await kit.person(name), tabs: [], read: new Map() })
    const [ada, ben, cleo] = holders as [Holder, Holder, Holder]
    await kit.read.run(kit.read.chats.openRoom({ by: OPERATOR, ownerId: ada.person.personId, scope: "Team" }))
    const rooms: Array<Room> = []
    const addRoom = (key: string, members: ReadonlyArray<readonly [Holder, string, string]>) =>
      rooms.push({ key, head: 0, authors: [], addresses: new Map(members.map(([who, ...at]) => [who, at])) })
    addRoom(
      "team",
      holders.map((holder) => [holder, "Team", ada.person.userCode] as const),
    )
    for (const [who, other] of [
      [ada, ben],
      [ada, cleo],
      [ben, cleo],
    ] as const)
      addRoom(`${who.person.name} ${other.person.name}`, [
        [who, "Person", other.person.userCode],
        [other, "Person", who.person.userCode],
      ])

    let posted = 0
    let reads: Array<Promise<unknown>> = []
    const said = async (holder: Holder, room: Room, text: string) => {
      posted += 1
      const address = room.addresses.get(holder) ?? []
      const { Seq } = await one(holder.tabs).client.get<{ Seq: number }>("Bc", ...address, `m${posted}`, "", "", text)
      expect(Seq).toBe(room.head + 1)
      room.head = Seq
      room.authors[Seq] = holder
      holder.read.set(room.key, Seq)
    }
    for (const holder of holders) {
      const client = await enter(holder.person)
      if (holder !== ada) await client.get("In", "Team", ada.person.userCode, "join")
      holder.tabs.push(await ModelTab.open(client, holder.person.userCode))
    }
    for (const room of rooms.slice(1)) {
      const [[who], [other, address]] = [...room.addresses] as [[Holder, string[]], [Holder, string[]]]
      await said(who, room, "hello")
      await other.tabs[0]?.client.get("In", ...address, "accept")
    }
    for (const holder of holders)
      holder.tabs.push(await ModelTab.open(await enter(holder.person), holder.person.userCode))

    const operations: ReadonlyArray<
      readonly [weight: number, run: (holder: Holder, room: Room, at: number) => Promise<unknown>]
    > = [
      [10, (holder, room, at) => said(holder, room, `text ${at}`)],
      [
        4,
        async (holder, room) => {
          if (room.head === 0) return
          const seq = 1 + below(room.head)
          // Pointers that follow each other quickly are written together, so that an answer may take a second.
          reads.push(one(holder.tabs).client.get("Rd", ...(room.addresses.get(holder) ?? []), seq))
          const read = Math.max(seq, holder.read.get(room.key) ?? 0)
          holder.read.set(room.key, read)
        },
      ],
      [
        2,
        async (_, room, at) => {
          if (room.head === 0) return
          const seq = 1 + below(room.head)
          const author = room.authors[seq] as Holder
          const address = room.addresses.get(author) ?? []
          const { client } = one(author.tabs)
          // What was removed stays removed; all else is as was said last.
          if (at % 3 === 0) await client.get("De", ...address, seq)
          else await client.ask("Ed", ...address, seq, `edited ${at}`)
        },
      ],
      [
        1,
        async (holder) => {
          const tab = one(holder.tabs)
          // What was asked is answered before a tab goes.
          await Promise.all(reads)
          tab.close()
          await tab.client.closed
          await tab.resume(await enter(holder.person))
        },
      ],
    ]
    const bag = operations.flatMap(([weight, run]) => Array.from({ length: weight }, () => run))

    for (let at = 1; at <= OPERATIONS; at += 1) {
      const room = one(rooms)
      await one(bag)(one([...room.addresses.keys()]), room, at)
      if (at === Math.floor(OPERATIONS / 2)) {
        await Promise.all(reads)
        await restart(holders, enter)
      }
      if (at % COMPARED_EVERY !== 0 && at !== OPERATIONS) continue
      await Promise.all(reads)
      reads = []
      for (const holder of holders) {
        const asked = await kit.enter(holder.person)
        for (const room of rooms.filter(({ addresses }) => addresses.has(holder))) {
          const seen = (await freshlySeen(asked))[(room.addresses.get(holder) ?? []).join(" ")]
          expect(seen).toMatchObject({ head: room.head, unread: room.head - (holder.read.get(room.key) ?? 0) })
          expect(seen?.messages.map(([seq]) => seq)).toEqual(lastOf(room.head, seen?.messages.length ?? 0))
        }
        for (const tab of holder.tabs) {
          const same = async () => {
            await tab.hear()
            return tab.see()
          }
          await expect.poll(same, { interval: 20 }).toEqual(await freshlySeen(asked))
        }
        asked.close()
      }
    }
  })
})

const lastOf = (head: number, count: number) => Array.from({ length: count }, (_, index) => head - count + 1 + index)

/** One node goes away and another comes: whoever was on it resumes elsewhere. */
const restart = async (holders: ReadonlyArray<Holder>, enter: (person: Person) => ReturnType<ChatKit["enter"]>) => {
  const [gone] = kit.nodes
  await gone?.stop()
  kit.nodes[0] = await startNode(kit.db.url, { natsUrl: kit.nats?.url, rates: RATES })
  for (const { person, tabs } of holders) {
    for (const tab of tabs) {
      tab.close()
      await tab.client.closed
      await tab.resume(await enter(person))
    }
  }
}
