import type { Command } from "#contract/chat"
import { ChatClient, type Push } from "../ChatClient.ts"

/** Between two tries to come in. */
const RETRY_MS = 20
/** What is answered for a moment only. */
const LATER = ["Error|chat.busy|", "Error|chat.roomBusy|", "Error|chat.failed|"]

/** Who comes in, and where: the nodes as they are now. */
export type Visitor = {
  readonly token: string
  readonly userCode: string
  readonly nodes: ReadonlyArray<{ readonly url: string }>
}

type Hearing = {
  /** A connection stands, and nothing was pushed before this. */
  readonly came: (client: ChatClient) => Promise<void>
  readonly pushed: (client: ChatClient, push: Push) => void
}

/** A connection that comes back at whatever node is there, as docs/socket-protocol.md asks of clients. */
export class Connection {
  readonly #visitor: Visitor
  readonly #hearing: Hearing
  #at: number
  #client: ChatClient | undefined
  #coming: Promise<void> = Promise.resolve()
  #isOpen = false

  /** @param at the number of the node that is tried first */
  constructor(visitor: Visitor, at: number, hearing: Hearing) {
    this.#visitor = visitor
    this.#at = at
    this.#hearing = hearing
  }

  /** Whether it is meant to be there. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** What it speaks through now, where something is. */
  get client(): ChatClient | undefined {
    return this.#client
  }

  /** Settles when a connection stands and was heard of. */
  open(): Promise<void> {
    this.#isOpen = true
    this.#coming = this.#come()
    return this.#coming
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#coming
    const client = this.#client
    this.#client = undefined
    client?.close()
    await client?.closed
  }

  /** Asks, over as many connections as it takes until there is an answer. */
  async ask(command: Command, ...fields: ReadonlyArray<string | number>): Promise<string> {
    for (;;) {
      await this.#coming
      const client = this.#client
      if (!this.#isOpen) throw new Error(`${command} is asked by nobody`)
      const payload = client && (await Promise.race([client.ask(command, ...fields), client.closed]))
      if (typeof payload === "string" && !LATER.some((begin) => payload.startsWith(begin))) return payload
      await pause()
    }
  }

  async #come(): Promise<void> {
    for (; this.#isOpen; await pause()) {
      const { nodes, token } = this.#visitor
      const client = await ChatClient.open(nodes[this.#at++ % nodes.length]?.url ?? "").catch(() => undefined)
      if (client === undefined) continue
      const early: Array<Push> = []
      client.onPush = (push) => void early.push(push)
      const entered = await Promise.race([client.ask("Tk", token), client.closed])
      if (typeof entered !== "string" || !entered.startsWith("{")) {
        client.close()
        continue
      }
      this.#client = client
      void client.closed.then(() => this.#lost(client))
      const heard = this.#hearing.came(client)
      const push = (push: Push) => {
        // What was heard need not be kept: some of these live long.
        client.pushes.length = 0
        this.#hearing.pushed(client, push)
      }
      for (const each of early) push(each)
      client.onPush = push
      await heard
      return
    }
  }

  #lost(client: ChatClient): void {
    if (client !== this.#client) return
    this.#client = undefined
    if (this.#isOpen) void this.open()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS))
