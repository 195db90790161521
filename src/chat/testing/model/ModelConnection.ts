import type { Command } from "#contract/chat"
import { ChatClient, type Push } from "../ChatClient.ts"

/** Delay between attempts. */
const RETRY_MS = 20
/** Temporary refusals. */
const LATER = ["Error|chat.busy|", "Error|chat.roomBusy|", "Error|chat.failed|"]

/** The person and the current nodes. */
export type ModelPerson = {
  readonly token: string
  readonly userCode: string
  readonly nodes: ReadonlyArray<{ readonly url: string }>
}

type Hearing = {
  /** Connected; nothing was pushed before. */
  readonly came: (client: ChatClient) => Promise<void>
  readonly pushed: (client: ChatClient, push: Push) => void
}

/** A connection that reconnects to any node, as docs/socket-protocol.md requires. */
export class ModelConnection {
  readonly #visitor: ModelPerson
  readonly #hearing: Hearing
  #at: number
  #client: ChatClient | undefined
  #coming: Promise<void> = Promise.resolve()
  #isOpen = false

  /** @param at the first node */
  constructor(visitor: ModelPerson, at: number, hearing: Hearing) {
    this.#visitor = visitor
    this.#at = at
    this.#hearing = hearing
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The current client, if connected. */
  get client(): ChatClient | undefined {
    return this.#client
  }

  /** Resolves once connected. */
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

  /** Repeats over reconnects until there is an answer. */
  async ask(command: Command, ...fields: ReadonlyArray<string | number>): Promise<string> {
    for (;;) {
      await this.#coming
      const client = this.#client
      if (!this.#isOpen) throw new Error(`${command} was sent on a closed connection`)
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
      const received = this.#hearing.came(client)
      const push = (push: Push) => {
        // Frees memory: these connections live long.
        client.pushes.length = 0
        this.#hearing.pushed(client, push)
      }
      for (const each of early) push(each)
      client.onPush = push
      await received
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
