import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import { dirname, join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { eachLine } from "./eachLine.ts"
import { SignerUnavailable } from "./Signer.ts"
import { Answer, type Question } from "./wire.ts"

/** The signer's location: a socket if an operator runs one, otherwise a child process of this one. */
export type SignerPlace =
  | { readonly socket: string }
  | {
      /** A file of mode 0600; see Seed.ts. */
      readonly seedFile: string
      /** Generates the file if it is missing: for demo chains only. */
      readonly create: boolean
      /** The seed itself, from the environment; takes precedence over the file. */
      readonly seed?: string
      /** WALLET_SIGNER_LIMITS of the child process. */
      readonly limits?: string
      /** Files of the child process: what it signed, and the operators whose approvals it accepts. */
      readonly state?: string
      readonly operators?: string
    }

/** Response timeout in milliseconds: five hundred inputs are signed in less than a second. */
const ANSWER_MS_MAX = 30_000

type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: SignerUnavailable) => void }
type Opened = { readonly output: Writable; readonly end: () => void }
/** Each member of the union without its id. */
type WithoutId<A> = A extends unknown ? Omit<A, "id"> : never

const decode = Schema.decodeUnknownSync(Answer)

/**
 * Requests and responses over the connection to the signer, which is opened for the first request and reopened after it
 * closed.
 */
export class SignerLink {
  private opened: Opened | null = null
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  private readonly place: SignerPlace

  constructor(place: SignerPlace) {
    this.place = place
  }

  request(question: WithoutId<Question>): Promise<Answer> {
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
      this.opened ??= this.open()
      this.opened.output.write(`${JSON.stringify({ ...question, id })}\n`)
    })
  }

  /** Closes the connection, and ends a child process. Waiting requests fail. */
  end(why: string): void {
    this.opened?.end()
    this.opened = null
    for (const { reject } of this.waiting.values()) reject(new SignerUnavailable({ detail: why }))
  }

  private open(): Opened {
    if ("socket" in this.place) {
      const socket = connect(this.place.socket)
      return this.listen(socket, socket, () => socket.destroy(), socket)
    }
    const child = startProcess(this.place)
    const { stdin, stdout } = child
    if (stdin === null || stdout === null) throw new Error("a process without its streams")
    stdin.on("error", () => this.onClose(opened, "the signer takes no more"))
    const opened = this.listen(stdin, stdout, () => child.kill("SIGKILL"), child)
    return opened
  }

  private listen(output: Writable, input: Readable, end: () => void, source: NodeJS.EventEmitter): Opened {
    const opened: Opened = { output, end }
    source.on("error", (error) =>
      this.onClose(opened, `the signer is not there (${(error as NodeJS.ErrnoException).code})`),
    )
    source.on("close", () => this.onClose(opened, "the signer ended"))
    eachLine(input, (line) => {
      const answer = decode(JSON.parse(line))
      this.waiting.get(answer.id)?.resolve(answer)
    })
    return opened
  }

  private onClose(opened: Opened, why: string): void {
    if (this.opened === opened) this.end(why)
  }
}

function startProcess(place: Exclude<SignerPlace, { readonly socket: string }>): ChildProcess {
  // Disables the debugger, and passes none of the product's other secrets.
  return spawn(process.execPath, ["--disable-sigusr1", "--disable-warning=ExperimentalWarning", program()], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      WALLET_SEED_FILE: place.seedFile,
      ...(place.seed ? { WALLET_SEED: place.seed } : {}),
      ...(place.limits ? { WALLET_SIGNER_LIMITS: place.limits } : {}),
      ...(place.state ? { WALLET_SIGNER_STATE: place.state } : {}),
      ...(place.operators ? { WALLET_SIGNER_OPERATORS: place.operators } : {}),
      ...(place.create ? { WALLET_SEED_CREATE: "1" } : {}),
    },
  })
}

/** Next to the bundle if the process runs from one, otherwise the source. */
function program(): string {
  const bundled = join(dirname(process.argv[1] ?? "."), "signer.mjs")
  return existsSync(bundled) ? bundled : fileURLToPath(new URL("./program.ts", import.meta.url))
}
