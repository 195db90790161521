import { messagesIn } from "../message.ts"
import { type Address, Client, type Listener } from "./Client.ts"

/** A person with a socket. */
export type MemberOf = {
  readonly token: string
  readonly address: string
  /** The room of this member on the wire: `Team|QI01234567`. */
  readonly room: string
}

export type Reply = { readonly command: string; readonly id: string; readonly payload: string }

/** Sockets opened concurrently. */
const OPENING = 200
const PIPE = "|".charCodeAt(0)
/** First byte of the counted pushes, `Bc`. */
const MESSAGE = "B".charCodeAt(0)
const REPLY_MS_MAX = 30_000

/** One socket and its pending request. */
export class Member implements Listener {
  readonly of: MemberOf
  readonly crowd: Crowd
  client: Client | null = null
  /** Receives pushes instead of the crowd. */
  onPush: ((push: Buffer) => void) | null = null
  private requested: { readonly id: string; readonly onReply: (reply: Reply) => void } | null = null

  constructor(of: MemberOf, crowd: Crowd) {
    this.of = of
    this.crowd = crowd
  }

  async open(port: number): Promise<void> {
    const to: Address = { port, address: this.of.address }
    this.client = await Client.open(to, this)
    const { payload } = await this.request("Tk", "t", `Tk|t|${this.of.token}`)
    if (!payload.startsWith("{")) throw new Error(`a token was answered ${payload}`)
  }

  /** One request at a time. */
  request(command: string, id: string, request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${command} was not answered`)), REPLY_MS_MAX)
      this.requested = {
        id: `${command}|${id}`,
        onReply: (reply) => {
          clearTimeout(late)
          resolve(reply)
        },
      }
      this.client?.send(request)
    })
  }

  text(bytes: Buffer, from: number, to: number): void {
    const pipe = bytes[from + 2] === PIPE ? from + 2 : from + 3
    if (bytes[pipe + 1] !== PIPE) this.replied(bytes.toString("utf8", from, to))
    else if (bytes[from] === MESSAGE) {
      const push = bytes.subarray(from, to)
      if (this.onPush) this.onPush(push)
      else this.crowd.pushed(push)
    }
  }

  closed(code: number): void {
    this.crowd.closed(this, code)
  }

  private replied(text: string): void {
    const [command = "", id = ""] = text.split("|", 2)
    const reply = { command, id, payload: text.slice(command.length + id.length + 2) }
    const { requested: sent } = this
    if (sent?.id === `${command}|${id}`) {
      this.requested = null
      sent.onReply(reply)
    } else this.crowd.replied(this, reply)
  }
}

/** Many members. Each measurement sets its own handlers. */
export class Crowd {
  readonly members: ReadonlyArray<Member>
  /** Messages received by all members together. */
  received = 0
  readonly closedBy = new Map<number, number>()
  pushed: (push: Buffer) => void = this.counted
  replied: (member: Member, reply: Reply) => void = () => undefined
  /** Replaced where sockets are closed on purpose. */
  closed: (member: Member, code: number) => void = (_, code) => {
    this.closedBy.set(code, (this.closedBy.get(code) ?? 0) + 1)
  }

  constructor(members: ReadonlyArray<MemberOf>) {
    this.members = members.map((of) => new Member(of, this))
  }

  counted(push: Buffer): void {
    this.received += messagesIn(push)
  }

  /** Opens all sockets and signs in. */
  async open(port: number): Promise<void> {
    let next = 0
    const lane = async () => {
      for (let member = this.members[next++]; member; member = this.members[next++]) await member.open(port)
    }
    await Promise.all(Array.from({ length: OPENING }, lane))
  }

  get held(): number {
    return this.members.filter(({ client }) => client?.isOpen).length
  }

  drop(): void {
    for (const { client } of this.members) client?.drop()
  }
}
