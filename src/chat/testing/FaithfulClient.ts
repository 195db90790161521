import type { ChatHistory, ChatMessage, Command, Scope, UserInfo } from "#contract/chat"
import { ChatClient } from "./ChatClient.ts"

/** Counts steps and resolves waiters, so that tests can act in the middle without a clock. */
export class Pace {
  readonly #waiting: Array<{ readonly due: number; readonly go: () => void }> = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Returns the new count. */
  step(): number {
    this.#count += 1
    for (const { due, go } of this.#waiting) if (due <= this.#count) go()
    return this.#count
  }

  /** Resolves after this many further steps. */
  more(count: number): Promise<void> {
    return this.until(this.#count + count)
  }

  /** Resolves once this many steps are done in total. */
  until(due: number): Promise<void> {
    return new Promise((go) => (due <= this.#count ? go() : this.#waiting.push({ due, go })))
  }
}

const RECONNECT_MS = 40

type Options = {
  /** Nodes; each attempt uses another one. */
  readonly urls: ReadonlyArray<string>
  readonly token: string
  readonly scope: Scope
  readonly target: string
}

/**
 * A client that follows docs/socket-protocol.md: reconnects, resumes and resends. Keeps the messages of one room by
 * number and reports gaps.
 */
export class FaithfulClient {
  readonly seen = new Map<number, string>()
  /** Numbers in the order in which they were first shown. */
  readonly order: Array<number> = []
  /** How many were shown. */
  readonly shown = new Pace()
  /** Messages shown twice with different texts or out of order. */
  readonly faults: Array<string> = []
  readonly acknowledged = new Map<string, number>()
  /** How often another era began. */
  eras = 0
  /** The confirmed read pointer. */
  read = 0
  readonly #options: Options
  readonly #frameBatcher = new Map<string, { readonly text: string; readonly done: (seq: number) => void }>()
  /** Acknowledged messages: the log of a new era may lack them. */
  readonly #sent = new Map<string, string>()
  #eraId = ""
  #client: ChatClient | undefined
  #room: { readonly Room: string; readonly Epoch: number } | undefined
  #tries = 0
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    void this.#live()
  }

  /** Sends until acknowledged; returns the number. */
  send(clientId: string, text: string): Promise<number> {
    return new Promise((done) => {
      this.#frameBatcher.set(clientId, { text, done })
      if (this.#client !== undefined) void this.#post(this.#client, clientId)
    })
  }

  /** Sends typing and read pointers, which may be lost. */
  async giveSigns(): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    const { scope, target } = this.#options
    void client.ask("Ty", scope, target)
    const payload = await client.ask("Rd", scope, target, this.#last)
    if (payload.startsWith("{")) this.read = Math.max(this.read, (JSON.parse(payload) as { Read: number }).Read)
  }

  stop(): void {
    this.#isStopped = true
    this.#client?.close()
  }

  async #live(): Promise<void> {
    const { urls, token } = this.#options
    while (!this.#isStopped) {
      const client = await ChatClient.open(urls[this.#tries++ % urls.length] ?? "").catch(() => undefined)
      if (client !== undefined) {
        const visit: ReaderState = { client, isCatchingUp: false, highest: 0 }
        client.onPush = ({ command, line }) => {
          if (command === "Bc") this.#push(visit, line)
        }
        const entered = await Promise.race([client.ask("Tk", token), client.closed])
        if (typeof entered === "string" && entered.startsWith("{")) {
          this.#enterEra((JSON.parse(entered) as UserInfo).Era)
          await Promise.race([this.#catchUp(visit), client.closed])
          this.#client = client
          for (const clientId of this.#frameBatcher.keys()) void this.#post(client, clientId)
          await client.closed
          this.#client = undefined
        } else client.close()
      }
      await pause()
    }
  }

  /** Forgets what it has seen in another era, and sends its messages again, which are stored once. */
  #enterEra(eraId: string): void {
    const isNew = this.#eraId !== "" && this.#eraId !== eraId
    this.#eraId = eraId
    if (!isNew) return
    this.eras += 1
    this.seen.clear()
    this.order.length = 0
    this.#room = undefined
    for (const [clientId, text] of this.#sent) this.#frameBatcher.set(clientId, { text, done: () => undefined })
  }

  async #post(client: ChatClient, clientId: string): Promise<void> {
    const { scope, target } = this.#options
    const waiting = this.#frameBatcher.get(clientId)
    if (waiting === undefined) return
    const payload = await client.ask("Bc", scope, target, clientId, "", "", waiting.text)
    if (!payload.startsWith("{")) {
      // Rate limited or busy: try again.
      await pause()
      return client === this.#client ? this.#post(client, clientId) : undefined
    }
    const { Seq } = JSON.parse(payload) as { Seq: number }
    this.#frameBatcher.delete(clientId)
    this.acknowledged.set(clientId, Seq)
    this.#sent.set(clientId, waiting.text)
    waiting.done(Seq)
  }

  get #last(): number {
    return this.order.at(-1) ?? 0
  }

  /** Fetches missed messages until nothing is missing. */
  async #catchUp(visit: ReaderState): Promise<void> {
    visit.isCatchingUp = true
    const { client } = visit
    if (this.#room === undefined) await this.#loadOn(client)
    else {
      const known = JSON.stringify([{ ...this.#room, Seq: this.#last, Era: this.#eraId }])
      const [resumed] = (await getAgain<{ Rooms: ReadonlyArray<Resumed> }>(client, "Rs", known)).Rooms
      for (const message of resumed?.Messages ?? []) this.#show(message)
      if (resumed?.Status === "reload") await this.#loadOn(client)
    }
    // History may be a moment behind the pushes.
    for (; this.#last < visit.highest; await pause()) await this.#loadOn(client)
    visit.isCatchingUp = false
  }

  async #loadOn(client: ChatClient): Promise<void> {
    const { scope, target } = this.#options
    for (let hasMore = true; hasMore; ) {
      const after = JSON.stringify({ AfterSeq: this.#last })
      const page = await getAgain<ChatHistory>(client, "Lm", scope, target, after)
      this.#room = { Room: page.Room, Epoch: page.Epoch }
      for (const message of page.Messages) this.#show(message)
      hasMore = page.HasMore
    }
  }

  #push(visit: ReaderState, message: ChatMessage): void {
    visit.highest = Math.max(visit.highest, message.Seq)
    if (message.Seq <= this.#last || (message.Seq === this.#last + 1 && this.#room !== undefined)) this.#show(message)
    else if (!visit.isCatchingUp) void this.#catchUp(visit)
  }

  #show({ Seq, Message }: ChatMessage): void {
    const before = this.seen.get(Seq)
    if (before !== undefined) {
      if (before !== Message) this.faults.push(`${Seq} was ${before} and is ${Message}`)
      return
    }
    if (Seq !== this.#last + 1) this.faults.push(`${Seq} after ${this.#last}`)
    this.seen.set(Seq, Message)
    this.order.push(Seq)
    this.shown.step()
  }
}

type ReaderState = { readonly client: ChatClient; isCatchingUp: boolean; highest: number }
type Resumed = { readonly Status: string; readonly Messages: ReadonlyArray<ChatMessage> }

/** Repeats a request until the database answers. */
const getAgain = async <A>(client: ChatClient, command: Command, ...fields: ReadonlyArray<string>): Promise<A> => {
  for (;;) {
    const payload = await client.ask(command, ...fields)
    if (payload.startsWith("{")) return JSON.parse(payload) as A
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
