import type { ChatHistory, ChatMessage, ChatRoom, ChatSummary, Scope } from "#contract/chat"
import { historyOf, withChanged, withNewer, withReceived } from "../../features/chat/room/history.ts"
import { addressOf, afterChange, afterEdit, afterMessage, afterRead, keyOf } from "../../features/chat/room/rooms.ts"
import type { RoomAddress, RoomHistory } from "../../features/chat/wire.ts"
import type { ChatClient, Push } from "./ChatClient.ts"

/** Newest messages of a room that are compared; a page shows a little more. */
const COMPARED_MAX = 400
const PAGE = 100

type At = { readonly Scope: Scope; readonly TargetUserCode: string }
type Resumed = { readonly Room: string; readonly Status: string; readonly Messages: ReadonlyArray<ChatMessage> }

/** What somebody sees of a room: its head and pointer, what is unread, and its messages as they stand. */
export type Seen = {
  readonly head: number
  readonly read: number
  readonly unread: number
  readonly messages: ReadonlyArray<readonly [seq: number, text: string, edited: boolean, removed: boolean]>
}

/**
 * A tab as the pages keep it: rooms and histories as they were loaded once, and from then on what the socket tells, taken in
 * by the very functions of the chat page. After a lost connection it resumes by room, epoch and number.
 */
export class ModelTab {
  #client: ChatClient
  #heard = 0
  #rooms: ReadonlyArray<ChatSummary> = []
  #histories = new Map<string, RoomHistory>()

  /** Whose tab it is: one's own messages move one's own pointer. */
  readonly #userCode: string

  private constructor(client: ChatClient, userCode: string) {
    this.#client = client
    this.#userCode = userCode
  }

  static async open(client: ChatClient, userCode: string): Promise<ModelTab> {
    const tab = new ModelTab(client, userCode)
    await tab.#load()
    return tab
  }

  get client(): ChatClient {
    return this.#client
  }

  close(): void {
    this.#client.close()
  }

  /** Goes on with another connection. */
  async resume(client: ChatClient): Promise<void> {
    this.#client = client
    this.#heard = 0
    const known = this.#rooms.map(({ Room, Epoch, ...room }) => ({
      Room,
      Epoch,
      Seq: this.#histories.get(keyOf(addressOf(room)))?.Known ?? 0,
    }))
    const { Rooms } = await client.get<{ readonly Rooms: ReadonlyArray<Resumed> }>("Rs", JSON.stringify(known))
    // Edits and pointers of the meantime are in no replay: the page looks at the list anew, and at what it shows.
    for (const { Status, Messages } of Rooms)
      if (Status === "replayed") for (const message of Messages) this.#receive(message)
    await this.#load()
  }

  /** Takes in what came since. */
  async hear(): Promise<void> {
    for (const push of this.#client.pushes.slice(this.#heard)) {
      this.#heard += 1
      await this.#take(push)
    }
  }

  see(): Readonly<Record<string, Seen>> {
    return Object.fromEntries(
      this.#rooms.map((room) => {
        const key = keyOf(addressOf(room))
        return [key, seenOf(room, this.#histories.get(key)?.Messages ?? [])]
      }),
    )
  }

  async #load(): Promise<void> {
    const { Rooms } = await this.#client.get<{ readonly Rooms: ReadonlyArray<ChatSummary> }>("Lmh")
    // A creator's list also has the rooms that nobody opened yet.
    this.#rooms = Rooms.filter(isThere)
    for (const room of this.#rooms) await this.#loadHistory(addressOf(room))
  }

  async #loadHistory(address: RoomAddress): Promise<void> {
    this.#histories.set(keyOf(address), historyOf(await wholeHistory(this.#client, address), false))
  }

  async #take({ command, line }: Push): Promise<void> {
    const told = line as unknown as At
    const key = keyOf(addressOf(told))
    if (command === "Bc") this.#receive(line as unknown as ChatMessage)
    if (command === "Ed" || command === "De") {
      const { Command, ...changed } =
        command === "Ed"
          ? (line as unknown as ChatMessage)
          : { ...(line as unknown as ChatMessage), Message: "", Removed: true, Pictures: [] }
      this.#rooms = afterEdit(this.#rooms, addressOf(told), changed)
      const shown = this.#histories.get(key)
      if (shown !== undefined) this.#histories.set(key, withChanged(shown, changed))
    }
    if (command === "Rd" && !("UserCode" in line && line["UserCode"] !== this.#userCode))
      this.#rooms = afterRead(this.#rooms, addressOf(told), Number(line["Read"]))
    if (command === "Ls") {
      const after = afterChange(this.#rooms, line as unknown as ChatRoom)
      if (after === undefined) await this.#load()
      else this.#rooms = after
    }
    if (command === "Rs") await this.#load()
    const history = this.#histories.get(key)
    if (command === "Bc" && history === undefined) await this.#load()
    else if (history !== undefined && history.Early.length > 0) {
      const json = JSON.stringify({ AfterSeq: history.Known, PageSize: PAGE })
      const page = await this.#client.get<ChatHistory>("Lm", told.Scope, told.TargetUserCode, json)
      this.#histories.set(key, withNewer(history, page))
    }
  }

  #receive(message: ChatMessage): void {
    const key = keyOf(addressOf(message))
    this.#rooms = afterMessage(this.#rooms, message, this.#userCode) ?? this.#rooms
    const shown = this.#histories.get(key)
    if (shown !== undefined) this.#histories.set(key, withReceived(shown, message))
  }
}

/** A room and its history asked for anew. */
export const freshlySeen = async (client: ChatClient): Promise<Readonly<Record<string, Seen>>> => {
  const { Rooms } = await client.get<{ readonly Rooms: ReadonlyArray<ChatSummary> }>("Lmh")
  const seen: Record<string, Seen> = {}
  for (const room of Rooms.filter(isThere)) {
    const address = addressOf(room)
    seen[keyOf(address)] = seenOf(room, (await wholeHistory(client, address)).Messages)
  }
  return seen
}

const isThere = ({ Epoch }: ChatRoom): boolean => Epoch > 0

const seenOf = (room: ChatSummary, messages: ReadonlyArray<ChatMessage>): Seen => ({
  head: room.Head,
  read: room.Read,
  unread: room.UnreadCount,
  messages: messages.slice(-COMPARED_MAX).map(({ Seq, Message, Edited, Removed }) => [Seq, Message, Edited, Removed]),
})

/** All pages of a history, from the newest back. */
const wholeHistory = async (client: ChatClient, { scope, target }: RoomAddress): Promise<ChatHistory> => {
  let page = await client.get<ChatHistory>("Lh", scope, target, JSON.stringify({ PageSize: PAGE }))
  const messages = [...page.Messages]
  while (page.HasMore && messages.length < COMPARED_MAX) {
    const before = messages[0]
    const asked = { PageSize: PAGE, Date: before?.TimeStamp, Direction: "Older", Seq: before?.Seq }
    page = await client.get<ChatHistory>("Lh", scope, target, JSON.stringify(asked))
    messages.unshift(...page.Messages)
  }
  return { ...page, Messages: messages }
}
