import { connect, type Socket } from "node:net"
import { Schema } from "effect"
import { KeeperUnavailable } from "../refusals.ts"
import { readLines } from "./serveKeeper.ts"
import { Answer, Greeting, macOf, type Question } from "./wire.ts"

/** Response timeout in milliseconds: an image is decoded within ten seconds, and two others may be before it. */
const ANSWER_MS_MAX = 30_000

type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: KeeperUnavailable) => void }
type Opened = { readonly socket: Socket; readonly publicKey: Uint8Array }
/** Each member of the union without its id. */
type WithoutId<A> = A extends unknown ? Omit<A, "id"> : never

const decodeAnswer = Schema.decodeUnknownSync(Answer)
const decodeGreeting = Schema.decodeUnknownSync(Greeting)

/** The connection to the keeper, opened for the first request and reopened after it closed. */
export class KeeperLink {
  private opened: Promise<Opened> | null = null
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  private readonly path: string
  private readonly key: Uint8Array

  constructor(path: string, key: Uint8Array) {
    this.path = path
    this.key = key
  }

  /** The key to which documents are sealed. */
  async publicKey(): Promise<Uint8Array> {
    return (await this.open()).publicKey
  }

  async request(question: WithoutId<Question>): Promise<Answer> {
    const { socket } = await this.open()
    const id = ++this.lastId
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.end("no answer in time"), ANSWER_MS_MAX)
      const releasing = <A>(work: (value: A) => void) => {
        return (value: A) => {
          clearTimeout(timer)
          this.waiting.delete(id)
          work(value)
        }
      }
      this.waiting.set(id, { resolve: releasing(resolve), reject: releasing(reject) })
      socket.write(`${JSON.stringify({ ...question, id })}\n`)
    })
  }

  /** Closes the connection. Waiting requests fail. */
  end(why: string): void {
    void this.opened?.then(({ socket }) => socket.destroy()).catch(() => undefined)
    this.opened = null
    for (const { reject } of this.waiting.values()) reject(new KeeperUnavailable({ detail: why }))
  }

  private open(): Promise<Opened> {
    this.opened ??= this.connect()
    return this.opened
  }

  private connect(): Promise<Opened> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.path)
      // The product may end while a connection is open.
      socket.unref()
      const timer = setTimeout(() => socket.destroy(new Error("no greeting in time")), ANSWER_MS_MAX)
      const close = (why: string) => {
        clearTimeout(timer)
        reject(new KeeperUnavailable({ detail: why }))
        this.end(why)
      }
      socket.on("error", (error) => close(`the keeper is not there (${(error as NodeJS.ErrnoException).code})`))
      socket.on("close", () => close("the keeper ended"))
      let isGreeted = false
      readLines(socket, (line) => {
        if (isGreeted) {
          const answer = decodeAnswer(JSON.parse(line))
          return this.waiting.get(answer.id)?.resolve(answer)
        }
        isGreeted = true
        clearTimeout(timer)
        const { nonce, publicKey } = decodeGreeting(JSON.parse(line))
        socket.write(`${JSON.stringify({ mac: macOf(this.key, nonce) })}\n`)
        resolve({ socket, publicKey: Buffer.from(publicKey, "base64") })
      })
    })
  }
}
