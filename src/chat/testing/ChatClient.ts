import { WebSocket as UndiciSocket } from "undici"
import WsSocket from "ws"
import type { Command, ServerPushes } from "#contract/chat"

/** Two independent implementations of the protocol: an error that one tolerates the other may not. */
export type ClientKind = "ws" | "undici"

/** One line of a push. */
export type Push = {
  [C in keyof ServerPushes]: { readonly command: C; readonly line: ServerPushes[C] }
}[keyof ServerPushes]
type Watcher = { readonly isMet: () => boolean; readonly met: () => void }

/** A socket client driven by a test: sends requests, stores all pushes, waits for conditions. */
export class ChatClient {
  readonly pushes: Array<Push> = []
  /** Called with every pushed line. */
  onPush: (push: Push) => void = () => undefined
  readonly closed: Promise<readonly [code: number, reason: string]>
  /** Pauses reading from the network, if the implementation can. */
  readonly pause: () => void
  readonly resume: () => void
  readonly close: () => void
  readonly #send: (text: string) => void
  readonly #waiting = new Map<string, (payload: string) => void>()
  readonly #watchers = new Set<Watcher>()
  #requested = 0

  private constructor(
    socket: { readonly send: (text: string) => void; readonly close: () => void },
    closed: ChatClient["closed"],
    paused?: { pause(): void; resume(): void },
  ) {
    this.#send = (text) => socket.send(text)
    this.close = () => socket.close()
    this.closed = closed
    this.pause = () => paused?.pause()
    this.resume = () => paused?.resume()
  }

  static async open(url: string, kind: ClientKind = "ws"): Promise<ChatClient> {
    if (kind === "undici") {
      const socket = new UndiciSocket(url)
      const end = new Promise<readonly [number, string]>((resolve) =>
        socket.addEventListener("close", ({ code, reason }) => resolve([code, reason])),
      )
      const client = new ChatClient(socket, end)
      socket.addEventListener("message", ({ data }) => client.#hear(String(data)))
      await new Promise((resolve, reject) => {
        socket.addEventListener("open", resolve)
        socket.addEventListener("error", reject)
      })
      return client
    }
    const socket = new WsSocket(url)
    const end = new Promise<readonly [number, string]>((resolve) =>
      socket.on("close", (code, reason) => resolve([code, reason.toString()])),
    )
    const client = new ChatClient(socket, end, socket)
    socket.on("message", (data) => client.#hear(String(data)))
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
    socket.on("error", () => undefined)
    return client
  }

  /** Sends a text as it is. */
  post(text: string): void {
    this.#send(text)
  }

  /** Sends a request and returns the payload of the reply. */
  ask(command: Command, ...fields: ReadonlyArray<string | number>): Promise<string> {
    this.#requested += 1
    const id = `t${this.#requested}`
    const answered = new Promise<string>((resolve) => this.#waiting.set(`${command}|${id}`, resolve))
    this.#send([command, id, ...fields].join("|"))
    return answered
  }

  /** The same, parsed as JSON. */
  async get<A = Record<string, never>>(command: Command, ...fields: ReadonlyArray<string | number>): Promise<A> {
    const payload = await this.ask(command, ...fields)
    if (!payload.startsWith("{")) throw new Error(`${command} was answered with ${payload}`)
    return JSON.parse(payload) as A
  }

  /** Lines of pushes of one command. */
  lines<C extends keyof ServerPushes>(command: C): ReadonlyArray<ServerPushes[C]> {
    return this.pushes.flatMap((push) => (push.command === command ? [push.line as ServerPushes[C]] : []))
  }

  /** Waits until a condition holds. */
  async until(isMet: () => boolean, what = "what was waited for", waitMsMax = 30_000): Promise<void> {
    if (isMet()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const watcher = { isMet, met: resolve }
    this.#watchers.add(watcher)
    const over = setTimeout(
      () => reject(new Error(`${what} did not come: ${JSON.stringify(this.pushes.slice(-5))}`)),
      waitMsMax,
    )
    await promise.finally(() => {
      clearTimeout(over)
      this.#watchers.delete(watcher)
    })
  }

  #hear(text: string): void {
    const [command = "", id = ""] = text.split("|", 2)
    const payload = text.slice(command.length + id.length + 2)
    if (id === "") {
      const lines = payload === "" ? ["{}"] : payload.split("\n")
      for (const text of lines) {
        const push = { command, line: JSON.parse(text) } as Push
        this.pushes.push(push)
        this.onPush(push)
      }
    }
    const key = `${command}|${id}`
    this.#waiting.get(key)?.(payload)
    this.#waiting.delete(key)
    for (const { isMet, met } of this.#watchers) if (isMet()) met()
  }
}
