import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { expect } from "vitest"
import { type ChatHistory, type ChatSummary, NEED_PERMISSION, type Scope } from "#contract/chat"
import { OPERATOR } from "#core/chat"
import type { ChatKit, Person } from "../chatKit.ts"
import { RoomModel } from "./RoomModel.ts"
import { messagesSeen, PAGE, roomsSeen, type ShownState } from "./seen.ts"
import { Tab } from "./Tab.ts"

/** Relative frequency of each operation. Those that exclude people are rarer than those that admit them. */
const WEIGHTS = {
  ...{ say: 12, read: 4, edit: 2, remove: 1 },
  ...{ go: 1, reload: 1, show: 2 },
  ...{ leave: 1, join: 2, accept: 1, block: 1, unblock: 2, ban: 1, unban: 2, revoke: 1, grant: 2 },
} as const
type Kind = keyof typeof WEIGHTS

/** Choices are resolved against what exists at execution. */
const CHOICES_MAX = 1_000
const choice = fc.nat(CHOICES_MAX)

const operation = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
  ),
  by: choice,
  room: choice,
  tab: choice,
  which: choice,
})
export type Operation = typeof operation extends fc.Arbitrary<infer A> ? A : never

/** The operations of one world. */
export const operations = (countMax: number): fc.Arbitrary<ReadonlyArray<Operation>> =>
  fc.array(operation, { minLength: 1, maxLength: countMax, size: "max" })

const pickByIndex = <A>(all: ReadonlyArray<A>, choice: number): A => {
  const found = all[choice % all.length]
  if (found === undefined) throw new Error("there is nothing to choose")
  return found
}

const NAMES = ["Ada", "Ben", "Cleo"]
const TABS_EACH = 2
/** Expected states must appear within this time. */
const SHOWN_MS_MAX = 40_000
/** Delay before the second check, then doubled. */
const LOOK_MS = 20

/** Operations that concern only one person's tabs. */
const ALONE: ReadonlySet<Kind> = new Set(["go", "reload", "show"])
const ABOUT_MESSAGES: ReadonlySet<Kind> = new Set(["read", "edit", "remove"])
const scopesOf = (kind: Kind): ReadonlyArray<Scope> => {
  if (kind === "block" || kind === "unblock" || kind === "accept") return ["Person"]
  if (kind === "ban" || kind === "unban") return ["Team", "Subscriber"]
  return kind === "grant" || kind === "revoke" ? ["Subscriber"] : ["Team", "Subscriber", "Person"]
}

type Holder = { readonly person: Person; readonly tabs: ReadonlyArray<Tab> }

/**
 * People with tabs in several rooms, and their expected state. After every operation the tabs of everyone concerned and
 * fresh server answers are compared with it.
 */
export class World {
  readonly #kit: ChatKit
  readonly #settled: () => Promise<void>
  readonly #holders: ReadonlyArray<Holder>
  readonly #rooms: ReadonlyArray<RoomModel>
  #requested = 0

  private constructor(kit: ChatKit, settled: () => Promise<void>, people: ReadonlyArray<Person>) {
    this.#kit = kit
    this.#settled = settled
    this.#holders = people.map((person) => ({
      person,
      tabs: Array.from({ length: TABS_EACH }, (_, at) => new Tab({ ...person, nodes: kit.nodes }, at)),
    }))
    const [ada, ben, cleo] = people.map(({ userCode }) => userCode) as [string, string, string]
    this.#rooms = [
      new RoomModel("Team", [
        [0, ada],
        [1, ada],
        [2, ada],
      ]),
      new RoomModel("Subscriber", [
        [0, ada],
        [1, ada],
        [2, ada],
      ]),
      new RoomModel("Person", [
        [0, ben],
        [1, ada],
      ]),
      new RoomModel("Person", [
        [0, cleo],
        [2, ada],
      ]),
      new RoomModel("Person", [
        [1, cleo],
        [2, ben],
      ]),
    ]
  }

  /**
   * A creator with a Team and a Subscriber room, and a conversation between any two people: one accepted, two requests.
   * @param settled waits for the read models
   */
  static async make(kit: ChatKit, settled: () => Promise<void>): Promise<World> {
    const people = await Promise.all(NAMES.map((name) => kit.person(name)))
    const { read } = kit
    const ownerId = people[0]?.personId ?? ""
    for (const scope of ["Team", "Subscriber"] as const)
      await read.run(read.chats.openRoom({ by: OPERATOR, ownerId, scope }))
    const world = new World(kit, settled, people)
    await Promise.all(world.#holders.map(({ tabs: [tab] }) => tab?.open()))
    for (const room of world.#rooms) {
      const [first = 0, ...others] = room.people
      if (room.scope === "Person") await world.#post(room, first, "hello")
      for (const other of others) {
        // Subscribers need not join.
        if (room.scope === "Subscriber") await world.#level(room, other, "grant", other)
        else if (room.scope === "Team") await world.#joinOrLeave(room, other, "join")
        else if (room === world.#rooms.find(({ scope }) => scope === "Person"))
          await world.#joinOrLeave(room, other, "accept")
      }
    }
    await Promise.all(world.#holders.flatMap(({ tabs }) => tabs.slice(1).map((tab) => tab.open())))
    await world.check()
    return world
  }

  /** Executes an operation and compares everything that it may affect. */
  async run(operation: Operation): Promise<void> {
    const { kind, which } = operation
    const scopes = scopesOf(kind)
    const room = pickByIndex(
      this.#rooms.filter(({ scope }) => scopes.includes(scope)),
      operation.room,
    )
    const by = pickByIndex(room.people, operation.by)
    if (ALONE.has(kind)) await this.#alone(room, by, operation)
    else if (kind === "say" || ABOUT_MESSAGES.has(kind)) await this.#talk(room, by, operation)
    else {
      // Creators cannot leave their own rooms.
      const other = pickByIndex(
        room.people.filter((person) => person !== room.owner),
        operation.by,
      )
      if (kind === "join" || kind === "leave" || kind === "accept") await this.#joinOrLeave(room, other, kind)
      if (kind === "block" || kind === "unblock") await this.#block(room, other, kind)
      if (kind === "ban" || kind === "unban") await this.#ban(room, other, kind)
      if (kind === "grant" || kind === "revoke") await this.#level(room, other, kind, which)
    }
    await this.#compare(ALONE.has(kind) ? [by] : room.people, [room])
  }

  /** Compares all tabs, and all rooms and histories for a new connection. */
  async check(): Promise<void> {
    const all = this.#holders.map((_, at) => at)
    await this.#compare(all, [])
    await Promise.all(
      all.map(async (person) => {
        const visitor = new Tab({ ...this.#holder(person).person, nodes: this.#kit.nodes }, this.#requested)
        await visitor.open()
        const rooms = this.#rooms.filter(({ addresses }) => addresses.has(person))
        await this.#compareFresh(visitor, person, rooms)
        await visitor.close()
      }),
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.#holders.flatMap(({ tabs }) => tabs.map((tab) => tab.close())))
  }

  async #alone(room: RoomModel, by: number, { kind, tab: which }: Operation): Promise<void> {
    const tab = this.#tab(by, which)
    if (kind === "go" && tab.isOpen) return tab.close()
    if (kind === "reload") await tab.close()
    if (!tab.isOpen) await tab.open()
    if (kind !== "show") return
    const [scope, target] = this.#address(room, by)
    await tab.show({ scope, target })
  }

  /** Posts, reads, edits or removes. In an empty room only posts. */
  async #talk(room: RoomModel, by: number, { kind, tab, which }: Operation): Promise<void> {
    const seq = room.head === 0 ? 0 : 1 + (which % room.head)
    if (kind === "say" || seq === 0) {
      const author = [by, ...room.people].find((person) => room.maySay(person))
      if (author !== undefined) await this.#post(room, author, `text ${which}`, tab)
    } else if (kind === "read") await this.#read(room, by, seq, tab)
    else if (kind === "edit") await this.#edit(room, seq, `edited ${which}`)
    else await this.#remove(room, seq)
  }

  async #post(room: RoomModel, by: number, text: string, which = 0): Promise<void> {
    this.#requested += 1
    const tab = await this.#opened(by, which)
    const { Seq } = await tab.get<{ Seq: number }>(
      "Bc",
      ...this.#address(room, by),
      `m${this.#requested}`,
      "",
      "",
      text,
    )
    room.post(by, text)
    expect(Seq).toBe(room.head)
  }

  async #read(room: RoomModel, by: number, seq: number, which: number): Promise<void> {
    if (!room.mayRead(by)) return
    const tab = await this.#opened(by, which)
    await tab.get("Rd", ...this.#address(room, by), seq)
    room.read(by, seq)
  }

  /** By the author. */
  async #edit(room: RoomModel, seq: number, text: string): Promise<void> {
    const author = room.authorOf(seq)
    if (!room.mayWrite(author)) return
    const tab = await this.#opened(author)
    // An edit of a removed message may be refused.
    await tab[room.isRemoved(seq) ? "ask" : "get"]("Ed", ...this.#address(room, author), seq, text)
    room.edit(seq, text)
  }

  /** By the author or the creator. */
  async #remove(room: RoomModel, seq: number): Promise<void> {
    const by = [room.authorOf(seq), ...room.people].find((person) => room.mayRemove(person, seq))
    if (by === undefined) return
    const tab = await this.#opened(by)
    await tab.get("De", ...this.#address(room, by), seq)
    room.remove(seq)
  }

  /** Joins or leaves. */
  async #joinOrLeave(room: RoomModel, by: number, kind: "join" | "leave" | "accept"): Promise<void> {
    const tab = await this.#opened(by)
    const answered = await tab.ask("In", ...this.#address(room, by), kind)
    const may = { join: room.mayJoin(by), leave: room.mayLeave(by), accept: room.mayAccept(by) }[kind]
    expect(answered).toBe(may ? "{}" : NEED_PERMISSION)
    if (may) room[kind](by)
  }

  async #block(room: RoomModel, by: number, kind: "block" | "unblock"): Promise<void> {
    const [, target] = this.#address(room, by)
    const tab = await this.#opened(by)
    await tab.get("Bl", target, kind === "block" ? "on" : "off")
    room.block(by, kind === "block")
  }

  async #ban(room: RoomModel, person: number, kind: "ban" | "unban"): Promise<void> {
    const tab = await this.#opened(room.owner ?? 0)
    await tab.get("Rm", room.scope, kind, this.#holder(person).person.userCode)
    room.ban(person, kind === "ban")
  }

  async #level(room: RoomModel, person: number, kind: "grant" | "revoke", which: number): Promise<void> {
    const { read } = this.#kit
    const creatorId = this.#holder(room.owner ?? 0).person.personId
    const of = { creatorId, personId: this.#holder(person).person.personId }
    if (kind === "grant") await read.run(read.chats.grant({ ...of, level: which % 2 === 0 ? 2 : 3 }))
    else await read.run(read.chats.revoke(of))
    room[kind](person)
  }

  async #compare(people: ReadonlyArray<number>, touched: ReadonlyArray<RoomModel>): Promise<void> {
    this.#requested += 1
    await Promise.all(
      people.map(async (person, at) => {
        const open = this.#holder(person).tabs.filter(({ isOpen }) => isOpen)
        await Promise.all(open.map((tab) => this.#compareTab(tab, person)))
        // Lists differ by person; messages of a room are the same for everyone.
        const rooms = at === this.#requested % people.length ? touched : []
        if (open.length > 0) await this.#compareFresh(pickByIndex(open, this.#requested), person, rooms)
      }),
    )
  }

  async #compareTab(tab: Tab, person: number): Promise<void> {
    const isTrue = () => isDeepStrictEqual(tab.see(), this.#expected(person, tab))
    if (!(await tab.until(isTrue, SHOWN_MS_MAX))) expect(tab.see()).toEqual(this.#expected(person, tab))
  }

  /** Compares the list and some rooms with fresh answers; read models may be behind. */
  async #compareFresh(tab: Tab, person: number, rooms: ReadonlyArray<RoomModel>): Promise<void> {
    await this.#settled()
    const expected = {
      ...this.#expectedRooms(person),
      histories: rooms.map((room) => room.messagesFor(person)),
    }
    const endMs = performance.now() + SHOWN_MS_MAX
    for (let restMs = LOOK_MS; ; restMs *= 2) {
      const fresh = await this.#fresh(tab, person, rooms)
      if (isDeepStrictEqual(fresh, expected)) return
      if (performance.now() > endMs) return expect(fresh).toEqual(expected)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  }

  async #fresh(tab: Tab, person: number, rooms: ReadonlyArray<RoomModel>) {
    type List = { readonly Rooms: ReadonlyArray<ChatSummary>; readonly UnreadCount: number }
    const requested = JSON.stringify({ PageSize: PAGE })
    const page = async (room: RoomModel) => {
      const payload = await tab.ask("Lh", ...this.#address(room, person), requested)
      return payload === NEED_PERMISSION ? null : (JSON.parse(payload) as ChatHistory)
    }
    const [list, ...pages] = await Promise.all([tab.get<List>("Lmh"), ...rooms.map(page)])
    const counts = new Set([list, ...pages].flatMap((page) => page?.UnreadCount ?? []))
    return {
      rooms: roomsSeen(list.Rooms),
      counts: [...counts],
      histories: pages.map((page) => page && messagesSeen(page.Messages)),
    }
  }

  #expectedRooms(person: number) {
    const rooms = this.#rooms.filter((room) => room.addresses.has(person) && room.mayRead(person))
    return {
      rooms: Object.fromEntries(rooms.map((room) => [this.#address(room, person).join(" "), room.seenBy(person)])),
      counts: [rooms.reduce((sum, room) => sum + (room.isRequest(person) ? 0 : room.unreadBy(person)), 0)],
    }
  }

  #expected(person: number, { shown }: Tab): ShownState {
    const room = this.#rooms.find(({ addresses }) => {
      const [scope, target] = addresses.get(person) ?? []
      return shown !== undefined && scope === shown.scope && target === shown.target
    })
    const { rooms, counts } = this.#expectedRooms(person)
    return { rooms, shown: room?.messagesFor(person) ?? null, count: counts[0] ?? 0 }
  }

  #holder(person: number): Holder {
    return pickByIndex(this.#holders, person)
  }

  #tab(person: number, which: number): Tab {
    return pickByIndex(this.#holder(person).tabs, which)
  }

  /** The requested tab of a person, or any open one. */
  async #opened(person: number, which?: number): Promise<Tab> {
    const open = this.#holder(person).tabs.find(({ isOpen }) => isOpen)
    const tab = which === undefined ? (open ?? this.#tab(person, 0)) : this.#tab(person, which)
    if (!tab.isOpen) await tab.open()
    return tab
  }

  #address(room: RoomModel, person: number): readonly [scope: Scope, target: string] {
    return room.addresses.get(person) ?? [room.scope, ""]
  }
}
