import { messagesIn } from "../message.ts"
import { type Address, Client, type Listener } from "./Client.ts"

/** Somebody with a socket. */
export type MemberOf = {
  readonly token: string
  readonly address: string
  /** Where this member writes to, as the wire names it: `Team|QI01234567`. */
  readonly room: string
}

export type Reply = { readonly command: string; readonly id: string; readonly payload: string }

/** Sockets that are opened at the same time. */
const OPENING = 200
const PIPE = "|".charCodeAt(0)
/** How the pushes begin that count here: those of `Bc`. */
const MESSAGE = "B".charCodeAt(0)
const REPLY_MS_MAX = 30_000

/** One member of the crowd: a socket, and what is asked on it. */
export class Member implements Listener {
  readonly of: MemberOf
  readonly crowd: Crowd
  client: Client | null = null
  /** Told of pushes in place of the crowd. */
  onPush: ((push: Buffer) => void) | null = null
  private asked: { readonly id: string; readonly told: (reply: Reply) => void } | null = null

  constructor(of: MemberOf, crowd: Crowd) {
    this.of = of
    this.crowd = crowd
  }

  async open(port: number): Promise<void> {
    const to: Address = { port, address: this.of.address }
    this.client = await Client.open(to, this)
    const { payload } = await this.ask("Tk", "t", `Tk|t|${this.of.token}`)
    if (!payload.startsWith("{")) throw new Error(`a token was answered ${payload}`)
  }

  /** Asks one thing at a time, and waits for its reply. */
  ask(command: string, id: string, request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${command} was not answered`)), REPLY_MS_MAX)
      this.asked = {
        id: `${command}|${id}`,
        told: (reply) => {
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
    const { asked } = this
    if (asked?.id === `${command}|${id}`) {
      this.asked = null
      asked.told(reply)
    } else this.crowd.replied(this, reply)
  }
}

/** Many members, and what happens to all of them. What is measured puts its own functions in place. */
export class Crowd {
  readonly members: ReadonlyArray<Member>
  /** Messages that came, to all of them together. */
  received = 0
  readonly closedBy = new Map<number, number>()
  pushed: (push: Buffer) => void = this.counted
  replied: (member: Member, reply: Reply) => void = () => undefined
  /** When the members are to drop, it is no accident. */
  closed: (member: Member, code: number) => void = (_, code) => {
    this.closedBy.set(code, (this.closedBy.get(code) ?? 0) + 1)
  }

  constructor(members: ReadonlyArray<MemberOf>) {
    this.members = members.map((of) => new Member(of, this))
  }

  counted(push: Buffer): void {
    this.received += messagesIn(push)
  }

  /** Opens all sockets and brings their tokens. */
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
