import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"
import type { ChatHistory, ChatSummary, Scope } from "#contract/chat"
import { OPERATOR } from "#core/chat"
import type { ChatKit, Person } from "../chatKit.ts"
import { type Kind, type Operation, picked } from "./operations.ts"
import { RoomModel } from "./RoomModel.ts"
import { messagesSeen, PAGE, roomsSeen, type Seen } from "./seen.ts"
import { Tab } from "./Tab.ts"

const NAMES = ["Ada", "Ben", "Cleo"]
const TABS_EACH = 2
/** What is true must show in this time; where it does not, it never would. */
const SHOWN_MS_MAX = 15_000
/** The second look comes after this time, the third after twice as long. */
const LOOK_MS = 20

const ABOUT_MESSAGES: ReadonlySet<Kind> = new Set(["say", "read", "edit", "remove"])

type Holder = { readonly person: Person; readonly tabs: ReadonlyArray<Tab> }

/**
 * Some people with their tabs in rooms of their own, and what must be true of them. After every operation all tabs of those
 * whom it concerns are compared with that, and so is what the server says when it is asked anew.
 */
export class World {
  readonly #kit: ChatKit
  readonly #settled: () => Promise<void>
  readonly #holders: ReadonlyArray<Holder>
  readonly #rooms: ReadonlyArray<RoomModel>
  #asked = 0

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
   * A creator with two rooms, one that the others joined and one that their levels open, and a conversation between any two of them.
   * @param settled waits until the read models have all of the log
   */
  static async make(kit: ChatKit, settled: () => Promise<void>): Promise<World> {
    const people = await Promise.all(NAMES.map((name) => kit.person(name)))
    const { read } = kit
    const ownerId = people[0]?.personId ?? ""
    for (const scope of ["Team", "Subscriber"] as const)
      await read.run(read.chats.openRoom({ by: OPERATOR, ownerId, scope }))
    for (const [at, { personId }] of people.slice(1).entries())
      await read.run(read.chats.grant({ creatorId: ownerId, personId, level: at === 0 ? 2 : 3 }))
    const world = new World(kit, settled, people)
    await Promise.all(world.#holders.map(({ tabs: [tab] }) => tab?.open()))
    for (const room of world.#rooms) {
      const [first = 0, ...others] = room.people
      // Whose level opens a room need not come in.
      if (room.scope === "Subscriber") continue
      if (room.scope === "Person") await world.#say(room, first, "hello")
      const word = room.scope === "Person" ? "accept" : "join"
      for (const other of others) await world.#tab(other, 0).get("In", ...world.#address(room, other), word)
    }
    await Promise.all(world.#holders.flatMap(({ tabs }) => tabs.slice(1).map((tab) => tab.open())))
    await world.check()
    return world
  }

  /** Carries an operation out, and compares what it can have touched. */
  async run(operation: Operation): Promise<void> {
    const { which } = operation
    const room = picked(this.#rooms, operation.room)
    // Where nothing was said yet there is nothing to read or to change.
    const kind = room.head === 0 && ABOUT_MESSAGES.has(operation.kind) ? "say" : operation.kind
    const by = picked(room.people, operation.by)
    const tabs = this.#holders[by]?.tabs ?? []
    const tab = picked(tabs, operation.tab)
    if (kind === "go" && tab.isOpen) return tab.close()
    if (!tab.isOpen) await tab.open()
    if (kind === "reload") {
      await tab.close()
      await tab.open()
    }
    if (kind === "show") {
      const [scope, target] = this.#address(room, by)
      await tab.show({ scope, target })
    }
    if (kind === "say") await this.#say(room, by, `text ${which}`, tab)
    if (kind === "read") await this.#read(room, by, tab, which)
    if (kind === "edit" || kind === "remove") await this.#change(room, kind, which)
    await this.#compare(ABOUT_MESSAGES.has(kind) ? room.people : [by], [room])
  }

  /** Compares everything: all tabs, and all rooms and histories as somebody finds them who comes in now. */
  async check(): Promise<void> {
    const all = this.#holders.map((_, at) => at)
    await this.#compare(all, [])
    await Promise.all(
      all.map(async (person) => {
        const visitor = new Tab({ ...this.#holder(person).person, nodes: this.#kit.nodes }, this.#asked)
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

  async #say(room: RoomModel, by: number, text: string, tab = this.#tab(by, 0)): Promise<void> {
    this.#asked += 1
    const { Seq } = await tab.get<{ Seq: number }>("Bc", ...this.#address(room, by), `m${this.#asked}`, "", "", text)
    room.say(by, text)
    expect(Seq).toBe(room.head)
  }

  async #read(room: RoomModel, by: number, tab: Tab, which: number): Promise<void> {
    const seq = 1 + (which % room.head)
    await tab.get("Rd", ...this.#address(room, by), seq)
    room.read(by, seq)
  }

  /** Whoever said it says it otherwise, or takes it back. */
  async #change(room: RoomModel, kind: "edit" | "remove", which: number): Promise<void> {
    const seq = 1 + (which % room.head)
    const author = room.authorOf(seq)
    const { tabs } = this.#holder(author)
    const own = tabs.find(({ isOpen }) => isOpen) ?? this.#tab(author, 0)
    if (!own.isOpen) await own.open()
    const address = this.#address(room, author)
    if (kind === "remove") {
      await own.get("De", ...address, seq)
      return room.remove(seq)
    }
    // What was removed may be refused to change, or changes nothing.
    await own[room.isRemoved(seq) ? "ask" : "get"]("Ed", ...address, seq, `edited ${which}`)
    room.edit(seq, `edited ${which}`)
  }

  async #compare(people: ReadonlyArray<number>, touched: ReadonlyArray<RoomModel>): Promise<void> {
    this.#asked += 1
    await Promise.all(
      people.map(async (person, at) => {
        const open = this.#holder(person).tabs.filter(({ isOpen }) => isOpen)
        await Promise.all(open.map((tab) => this.#compareTab(tab, person)))
        // Everybody has a list of their own; what was said in a room is the same for all of them.
        const rooms = at === this.#asked % people.length ? touched : []
        if (open.length > 0) await this.#compareFresh(picked(open, this.#asked), person, rooms)
      }),
    )
  }

  async #compareTab(tab: Tab, person: number): Promise<void> {
    const isTrue = () => isDeepStrictEqual(tab.see(), this.#expected(person, tab))
    if (!(await tab.until(isTrue, SHOWN_MS_MAX))) expect(tab.see()).toEqual(this.#expected(person, tab))
  }

  /** The list, and all of some rooms, asked for anew. Read models may be a moment behind. */
  async #compareFresh(tab: Tab, person: number, rooms: ReadonlyArray<RoomModel>): Promise<void> {
    await this.#settled()
    const expected = {
      ...this.#expectedRooms(person),
      histories: rooms.map((room) => room.messages),
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
    const asked = JSON.stringify({ PageSize: PAGE })
    const [list, ...pages] = await Promise.all([
      tab.get<List>("Lmh"),
      ...rooms.map((room) => tab.get<ChatHistory>("Lh", ...this.#address(room, person), asked)),
    ])
    const counts = new Set([list.UnreadCount, ...pages.map(({ UnreadCount }) => UnreadCount)])
    return {
      rooms: roomsSeen(list.Rooms),
      counts: [...counts],
      histories: pages.map(({ Messages }) => messagesSeen(Messages)),
    }
  }

  #expectedRooms(person: number) {
    const rooms = this.#rooms.filter(({ addresses }) => addresses.has(person))
    return {
      rooms: Object.fromEntries(rooms.map((room) => [this.#address(room, person).join(" "), room.seenBy(person)])),
      counts: [rooms.reduce((sum, room) => sum + room.unreadBy(person), 0)],
    }
  }

  #expected(person: number, { shown }: Tab): Seen {
    const room = this.#rooms.find(({ addresses }) => {
      const [scope, target] = addresses.get(person) ?? []
      return shown !== undefined && scope === shown.scope && target === shown.target
    })
    return { rooms: this.#expectedRooms(person).rooms, shown: room?.messages ?? null }
  }

  #holder(person: number): Holder {
    return picked(this.#holders, person)
  }

  #tab(person: number, at: number): Tab {
    return picked(this.#holder(person).tabs, at)
  }

  #address(room: RoomModel, person: number): readonly [scope: Scope, target: string] {
    return room.addresses.get(person) ?? [room.scope, ""]
  }
}
