import type { ChatHistory, ChatMessage, Command, UserInfo } from "#contract/chat"
import { Client, type Listener } from "../chat/generator/Client.ts"

const REPLY_MS_MAX = 20_000
const RETRY_MS = 200
/** Between the end of a connection and the next attempt. Real clients wait longer, which only makes the run quieter. */
const RECONNECT_MS_MAX = 2_000

/** A room, and what its readers were shown first under each number. */
export type ReadRoom = {
  readonly scope: string
  readonly target: string
  readonly texts: Map<number, string>
}

export type ReaderOptions = {
  /** Ports of the nodes in the order of this client's attempts. */
  readonly ports: ReadonlyArray<number>
  /** The client address that a trusted proxy would report. */
  readonly address: string
  readonly token: string
  readonly room: ReadRoom
  /** Called each time a message goes out. */
  readonly onSending: (reader: NodeReader, text: string) => void
  /** Called with each message when it is shown. `isLive`: it was pushed, and nothing was missing. */
  readonly onShown: (reader: NodeReader, message: ChatMessage, isLive: boolean) => void
}

/** A connection and the requests that wait for its answers. */
type Visit = {
  readonly client: Client
  readonly waiting: Map<string, (payload: string | null) => void>
  isCatchingUp: boolean
  isPosting: boolean
  highest: number
}

/**
 * A client of one room that follows docs/socket-protocol.md: it shows messages by their numbers without a gap, resumes
 * after a reconnect, loads what is missing, and repeats unanswered messages.
 */
export class NodeReader {
  readonly options: ReaderOptions
  /** The number of the newest shown message. */
  last = 0
  /** Messages with another text than a reader was shown under the number before. */
  contradictions = 0
  /** Messages that were shown before an earlier one. */
  inversions = 0
  /** Port of the present node; 0 without one. */
  port = 0
  reconnects = 0
  readonly awayMs: Array<number> = []
  readonly #unacknowledged = new Map<string, { readonly text: string; readonly done: (seq: number) => void }>()
  #roomId: Pick<ChatHistory, "Room" | "Epoch"> | null = null
  #eraId = ""
  #visit: Visit | null = null
  #attempts = 0
  #requests = 0
  #isStopped = false
  #closedAt = 0

  constructor(options: ReaderOptions) {
    this.options = options
    void this.#live()
  }

  get isReady(): boolean {
    return this.port !== 0
  }

  /** Sends until acknowledged; resolves with the number. */
  send(clientId: string, text: string): Promise<number> {
    return new Promise((done) => {
      this.#unacknowledged.set(clientId, { text, done })
      if (this.isReady && this.#visit) void this.#postAll(this.#visit)
    })
  }

  stop(): void {
    this.#isStopped = true
    this.#visit?.client.drop()
  }

  async #live(): Promise<void> {
    const { ports } = this.options
    while (!this.#isStopped) {
      const port = ports[this.#attempts++ % ports.length] ?? 0
      const ended = await this.#connect(port)
      if (ended) {
        this.#closedAt = performance.now()
        this.reconnects += 1
      }
      if (!this.#isStopped) await pause(Math.random() * RECONNECT_MS_MAX)
    }
  }

  /** Stays connected until the connection ends. Returns whether it was ready. */
  async #connect(port: number): Promise<boolean> {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const waiting: Visit["waiting"] = new Map()
    let visit: Visit | null = null
    const listener: Listener = {
      text: (bytes, from, to) => {
        if (visit) this.#hear(visit, bytes.toString("utf8", from, to))
      },
      closed: () => close(),
    }
    const client = await Client.open({ port, address: this.options.address }, listener).catch(() => null)
    if (client === null) return false
    visit = { client, waiting, isCatchingUp: true, isPosting: false, highest: 0 }
    void closed.then(() => {
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
    })
    const user = await this.#get<UserInfo>(visit, "Tk", this.options.token)
    if (user !== null) {
      this.#eraId = user.Era
      await this.#catchUp(visit)
    }
    const isReady = user !== null && client.isOpen
    if (isReady) {
      this.port = port
      this.#visit = visit
      if (this.#closedAt > 0) this.awayMs.push(performance.now() - this.#closedAt)
      void this.#postAll(visit)
      await closed
    } else client.drop()
    this.port = 0
    this.#visit = null
    return isReady
  }

  /** Sends what is unacknowledged, one message after the other, in the order of writing. */
  async #postAll(visit: Visit): Promise<void> {
    if (visit.isPosting) return
    visit.isPosting = true
    const { scope, target } = this.options.room
    for (;;) {
      const [next] = this.#unacknowledged
      if (next === undefined) break
      const [clientId, { text, done }] = next
      this.options.onSending(this, text)
      const payload = await this.#ask(visit, "Bc", scope, target, clientId, "", "", text)
      if (payload === null) break
      if (payload.startsWith("{")) {
        this.#unacknowledged.delete(clientId)
        done((JSON.parse(payload) as { Seq: number }).Seq)
      } else await pause(RETRY_MS)
    }
    visit.isPosting = false
  }

  /** Null if the connection ended or nothing was answered. */
  #ask(visit: Visit, command: Command, ...fields: ReadonlyArray<string>): Promise<string | null> {
    if (!visit.client.isOpen) return Promise.resolve(null)
    this.#requests += 1
    const id = `n${this.#requests}`
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        visit.waiting.delete(`${command}|${id}`)
        visit.client.drop()
        resolve(null)
      }, REPLY_MS_MAX)
      visit.waiting.set(`${command}|${id}`, (payload) => {
        clearTimeout(late)
        resolve(payload)
      })
      visit.client.send([command, id, ...fields].join("|"))
    })
  }

  /** Repeats a refused request while the connection is open. */
  async #get<A>(visit: Visit, command: Command, ...fields: ReadonlyArray<string>): Promise<A | null> {
    for (;;) {
      const payload = await this.#ask(visit, command, ...fields)
      if (payload === null) return null
      if (payload.startsWith("{")) return JSON.parse(payload) as A
      await pause(RETRY_MS)
    }
  }

  #hear(visit: Visit, text: string): void {
    const [command = "", id = ""] = text.split("|", 2)
    const payload = text.slice(command.length + id.length + 2)
    if (id !== "") {
      const key = `${command}|${id}`
      visit.waiting.get(key)?.(payload)
      visit.waiting.delete(key)
    } else if (command === "Bc")
      for (const line of payload.split("\n")) this.#push(visit, JSON.parse(line) as ChatMessage)
  }

  #push(visit: Visit, message: ChatMessage): void {
    const { Seq } = message
    visit.highest = Math.max(visit.highest, Seq)
    if (Seq <= this.last || (Seq === this.last + 1 && this.#roomId !== null)) this.#show(message, !visit.isCatchingUp)
    else if (!visit.isCatchingUp) void this.#catchUp(visit)
  }

  async #catchUp(visit: Visit): Promise<void> {
    visit.isCatchingUp = true
    if (this.#roomId === null) await this.#load(visit)
    else {
      const known = JSON.stringify([{ ...this.#roomId, Seq: this.last, Era: this.#eraId }])
      const [room] = (await this.#get<{ Rooms: ReadonlyArray<Resumed> }>(visit, "Rs", known))?.Rooms ?? []
      for (const message of room?.Messages ?? []) this.#show(message, false)
      if (room?.Status === "reload") await this.#load(visit)
    }
    while (visit.client.isOpen && this.last < visit.highest) {
      await this.#load(visit)
      if (this.last < visit.highest) await pause(RETRY_MS)
    }
    visit.isCatchingUp = false
  }

  async #load(visit: Visit): Promise<void> {
    const { scope, target } = this.options.room
    for (let hasMore = true; hasMore; ) {
      const after = JSON.stringify({ AfterSeq: this.last })
      const page = await this.#get<ChatHistory>(visit, "Lm", scope, target, after)
      if (page === null) return
      this.#roomId = { Room: page.Room, Epoch: page.Epoch }
      for (const message of page.Messages) this.#show(message, false)
      hasMore = page.HasMore
    }
  }

  #show(message: ChatMessage, isLive: boolean): void {
    const { Seq, Message } = message
    const { texts } = this.options.room
    const known = texts.get(Seq)
    if (known === undefined) texts.set(Seq, Message)
    else if (known !== Message) this.contradictions += 1
    if (Seq <= this.last) return
    if (Seq !== this.last + 1) this.inversions += 1
    this.last = Seq
    this.options.onShown(this, message, isLive)
  }
}

type Resumed = { readonly Status: string; readonly Messages: ReadonlyArray<ChatMessage> }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
