import {
  type ChatHistory,
  type ChatMessage,
  type ChatRoom,
  type ChatSummary,
  type Command,
  NEED_PERMISSION,
} from "#contract/chat"
import {
  hasGap,
  historyOf,
  withChanged,
  withNewer,
  withReceived,
  withRefreshed,
} from "../../../features/chat/room/history.ts"
import {
  addressOf,
  afterChange,
  afterEdit,
  afterMessage,
  afterOtherRead,
  afterRead,
  isIn,
  keyOf,
  unreadIn,
} from "../../../features/chat/room/rooms.ts"
import type { RoomAddress, RoomHistory } from "../../../features/chat/wire.ts"
import type { ChatClient, Push } from "../ChatClient.ts"
import { ModelConnection, type ModelPerson } from "./ModelConnection.ts"
import { messagesSeen, PAGE, roomsSeen, type ShownState } from "./seen.ts"

type Resumed = { readonly Status: string; readonly Messages: ReadonlyArray<ChatMessage> }
type Watcher = { readonly isMet: () => boolean; readonly met: () => void }

/**
 * A tab that works like the chat page, with the page's own functions: a list of rooms and one history, loaded once and
 * updated by pushes. Resumes and resends after a lost connection.
 */
export class Tab {
  readonly #visitor: ModelPerson
  readonly #connection: ModelConnection
  readonly #watchers = new Set<Watcher>()
  #rooms: ReadonlyArray<ChatSummary> = []
  #shown: RoomAddress | undefined
  #history: RoomHistory | undefined
  /** Pushes are processed one after the other: some need requests. */
  #work: Promise<void> = Promise.resolve()

  constructor(visitor: ModelPerson, at: number) {
    this.#visitor = visitor
    this.#connection = new ModelConnection(visitor, at, {
      came: (client) => this.#queue(() => this.#resume(client)),
      pushed: (client, push) => this.#queue(() => this.#take(client, push)),
    })
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get shown(): RoomAddress | undefined {
    return this.#shown
  }

  open(): Promise<void> {
    return this.#connection.open()
  }

  /** Closes and forgets everything. */
  close(): Promise<void> {
    return this.#connection.close()
  }

  /** Repeats over reconnects until there is an answer. */
  ask(command: Command, ...fields: ReadonlyArray<string | number>): Promise<string> {
    return this.#connection.ask(command, ...fields)
  }

  /** The same, parsed as JSON. */
  async get<A>(command: Command, ...fields: ReadonlyArray<string | number>): Promise<A> {
    return parsed(command, await this.ask(command, ...fields))
  }

  show(address: RoomAddress): Promise<void> {
    this.#shown = address
    this.#history = undefined
    return this.#queue(async () => {
      const { client } = this.#connection
      if (client !== undefined) await this.#loadHistory(client)
    })
  }

  /** The visible state. */
  see(): ShownState {
    return {
      rooms: roomsSeen(this.#rooms),
      shown: this.#history === undefined ? null : messagesSeen(this.#history.Messages),
      count: unreadIn(this.#rooms),
    }
  }

  /** Waits for a condition. Returns whether it was met. */
  async until(isMet: () => boolean, waitMsMax: number): Promise<boolean> {
    if (isMet()) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const watcher = { isMet, met: () => resolve(true) }
    this.#watchers.add(watcher)
    const over = setTimeout(() => resolve(false), waitMsMax)
    return promise.finally(() => {
      clearTimeout(over)
      this.#watchers.delete(watcher)
    })
  }

  #queue(work: () => Promise<void> | void): Promise<void> {
    // What a lost connection breaks is repeated by the next one.
    this.#work = this.#work.then(work).catch((error: unknown) => {
      if (this.#connection.client !== undefined) throw error
    })
    this.#work = this.#work.then(() => {
      for (const { isMet, met } of this.#watchers) if (isMet()) met()
    })
    return this.#work
  }

  async #request(client: ChatClient, command: Command, ...fields: ReadonlyArray<string>): Promise<string> {
    const payload = await Promise.race([client.ask(command, ...fields), client.closed])
    if (typeof payload !== "string") throw new Error("the connection is gone")
    return payload
  }

  /** A page of history; undefined without permission. */
  async #page(client: ChatClient, command: "Lh" | "Lm", requested: object): Promise<ChatHistory | undefined> {
    const { scope, target } = this.#shown ?? ANYWHERE
    const payload = await this.#request(client, command, scope, target, JSON.stringify(requested))
    return payload === NEED_PERMISSION ? undefined : parsed(command, payload)
  }

  async #resume(client: ChatClient): Promise<void> {
    await this.#loadRooms(client)
    const history = this.#history
    if (history === undefined) return this.#loadHistory(client)
    const known = [{ Room: history.Room, Epoch: history.Epoch, Seq: history.Known }]
    const payload = await this.#request(client, "Rs", JSON.stringify(known))
    const [resumed] = parsed<{ readonly Rooms: ReadonlyArray<Resumed> }>("Rs", payload).Rooms
    if (resumed?.Status === "replayed")
      this.#history = withNewer(history, { Messages: resumed.Messages, HasMore: false })
    else if (resumed?.Status !== "current") return this.#loadHistory(client)
    await this.#refresh(client)
  }

  /** Replays contain no edits and removals. */
  async #refresh(client: ChatClient): Promise<void> {
    for (let after = 0, hasMore = true; hasMore; ) {
      const page = await this.#page(client, "Lm", { AfterSeq: after, PageSize: PAGE })
      if (this.#history === undefined || page === undefined) return
      this.#history = withNewer(withRefreshed(this.#history, page.Messages), page)
      after = page.Messages.at(-1)?.Seq ?? after
      hasMore = page.HasMore
    }
  }

  async #loadRooms(client: ChatClient): Promise<void> {
    const payload = await this.#request(client, "Lmh")
    const wasShown = this.#isShownListed
    this.#rooms = parsed<{ readonly Rooms: ReadonlyArray<ChatSummary> }>("Lmh", payload).Rooms
    // The person lost the room.
    if (wasShown && !this.#isShownListed) this.#history = undefined
  }

  async #loadHistory(client: ChatClient): Promise<void> {
    const shown = this.#shown
    if (shown === undefined) return
    const page = await this.#page(client, "Lh", { PageSize: PAGE })
    if (this.#shown === shown) this.#history = page && historyOf(page, false)
  }

  async #take(client: ChatClient, { command, line }: Push): Promise<void> {
    if (client !== this.#connection.client) return
    switch (command) {
      case "Bc":
        return this.#receive(client, line)
      case "Ed":
        return this.#change(addressOf(line), { Seq: line.Seq, Message: line.Message, Edited: true })
      case "De":
        return this.#change(addressOf(line), { Seq: line.Seq, Message: "", Removed: true, Pictures: [] })
      case "Rd": {
        const after = line.UserCode === this.#visitor.userCode ? afterRead : afterOtherRead
        this.#rooms = after(this.#rooms, addressOf(line), line.Read)
        return
      }
      case "Ls":
        return this.#changeRoom(client, line)
      case "Rs":
        await this.#loadHistory(client)
        return this.#loadRooms(client)
      default:
    }
  }

  async #changeRoom(client: ChatClient, room: ChatRoom): Promise<void> {
    const after = afterChange(this.#rooms, room)
    if (after === undefined) await this.#loadRooms(client)
    else this.#rooms = after
    if (this.#shown === undefined || !isIn(room, this.#shown)) return
    if (!this.#isShownListed) this.#history = undefined
    else if (this.#history === undefined) await this.#loadHistory(client)
  }

  async #receive(client: ChatClient, message: ChatMessage): Promise<void> {
    const after = afterMessage(this.#rooms, message, this.#visitor.userCode)
    if (after === undefined) await this.#loadRooms(client)
    else this.#rooms = after
    if (this.#shown === undefined || this.#history === undefined || !isIn(message, this.#shown)) return
    if (this.#history.Room !== message.Room || this.#history.Epoch !== message.Epoch) return this.#loadHistory(client)
    this.#history = withReceived(this.#history, message)
    if (!hasGap(this.#history)) return
    const page = await this.#page(client, "Lm", { AfterSeq: this.#history.Known, PageSize: PAGE })
    if (page !== undefined) this.#history = withNewer(this.#history, page)
  }

  get #isShownListed(): boolean {
    const shown = this.#shown
    return shown !== undefined && this.#rooms.some((room) => isIn(room, shown))
  }

  #change(address: RoomAddress, changed: Parameters<typeof withChanged>[1]): void {
    this.#rooms = afterEdit(this.#rooms, address, changed)
    if (this.#history === undefined || this.#shown === undefined || keyOf(this.#shown) !== keyOf(address)) return
    this.#history = withChanged(this.#history, changed)
  }
}

const ANYWHERE: RoomAddress = { scope: "Team", target: "" }

const parsed = <A>(command: Command, payload: string): A => {
  if (!payload.startsWith("{")) throw new Error(`${command} was answered with ${payload}`)
  return JSON.parse(payload) as A
}
