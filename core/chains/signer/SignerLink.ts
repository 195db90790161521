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

/** Where the signer is: on a socket where an operator runs one, else a process that is started for this one. */
export type SignerPlace =
  | { readonly socket: string }
  | {
      /** A file of mode 0600; see Seed.ts. */
      readonly seedFile: string
      /** Makes the file where there is none: for demo chains alone. */
      readonly create: boolean
      /** The seed itself, from the environment; goes before the file. */
      readonly seed?: string
      /** WALLET_SIGNER_LIMITS of the process to start. */
      readonly limits?: string
    }

/** How long an answer may take: half a thousand inputs are signed in less than a second. */
const ANSWER_MS_MAX = 30_000

type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: SignerUnavailable) => void }
type Opened = { readonly output: Writable; readonly end: () => void }
/** Each member of the union without its id. */
type WithoutId<A> = A extends unknown ? Omit<A, "id"> : never

const decode = Schema.decodeUnknownSync(Answer)

/** Questions and answers over whatever leads to the signer; opened at the first question, and again after it ended. */
export class SignerLink {
  private opened: Opened | null = null
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  private readonly place: SignerPlace

  constructor(place: SignerPlace) {
    this.place = place
  }

  ask(question: WithoutId<Question>): Promise<Answer> {
    const id = ++this.lastId
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.end("no answer in time"), ANSWER_MS_MAX)
      const settled = <A>(work: (value: A) => void) => {
        return (value: A) => {
          clearTimeout(timer)
          this.waiting.delete(id)
          work(value)
        }
      }
      this.waiting.set(id, { resolve: settled(resolve), reject: settled(reject) })
      this.opened ??= this.open()
      this.opened.output.write(`${JSON.stringify({ ...question, id })}\n`)
    })
  }

  /** Ends the way there, and with it the process that was started. Anyone who waits is told. */
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
    stdin.on("error", () => this.gone(opened, "the signer takes no more"))
    const opened = this.listen(stdin, stdout, () => child.kill("SIGKILL"), child)
    return opened
  }

  private listen(output: Writable, input: Readable, end: () => void, source: NodeJS.EventEmitter): Opened {
    const opened: Opened = { output, end }
    source.on("error", (error) =>
      this.gone(opened, `the signer is not there (${(error as NodeJS.ErrnoException).code})`),
    )
    source.on("close", () => this.gone(opened, "the signer ended"))
    eachLine(input, (line) => {
      const answer = decode(JSON.parse(line))
      this.waiting.get(answer.id)?.resolve(answer)
    })
    return opened
  }

  private gone(opened: Opened, why: string): void {
    if (this.opened === opened) this.end(why)
  }
}

function startProcess(place: Exclude<SignerPlace, { readonly socket: string }>): ChildProcess {
  // Nobody attaches a debugger to it, and it learns nothing of the product's other secrets.
  return spawn(process.execPath, ["--disable-sigusr1", "--disable-warning=ExperimentalWarning", program()], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      WALLET_SEED_FILE: place.seedFile,
      ...(place.seed ? { WALLET_SEED: place.seed } : {}),
      ...(place.limits ? { WALLET_SIGNER_LIMITS: place.limits } : {}),
      ...(place.create ? { WALLET_SEED_CREATE: "1" } : {}),
    },
  })
}

/** Beside the bundle where the process runs from one, else the source. */
function program(): string {
  const bundled = join(dirname(process.argv[1] ?? "."), "signer.mjs")
  return existsSync(bundled) ? bundled : fileURLToPath(new URL("./program.ts", import.meta.url))
}
