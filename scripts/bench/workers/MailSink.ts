import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

/** How long the mail server needs to take a mail, so that kills hit mails under way. */
const TAKE_MS = 100

/** A mail server for one worker, which notes the id of each mail that it has taken. */
export class MailSink {
  /** Ids in the order of arrival. */
  readonly taken: Array<string> = []
  readonly #server: SMTPServer
  #sessions = 0

  constructor() {
    this.#server = new SMTPServer({
      hideSTARTTLS: true,
      authOptional: true,
      disabledCommands: ["AUTH"],
      disableReverseLookup: true,
      onConnect: (_, done) => {
        this.#sessions += 1
        done()
      },
      onClose: () => {
        this.#sessions -= 1
      },
      onData: (stream, _, done) => {
        let raw = ""
        stream.setEncoding("latin1").on("data", (part: string) => {
          raw += part
        })
        stream.on("end", () => {
          this.taken.push(/^Message-ID: <([^@>]+)@/im.exec(raw)?.[1] ?? "")
          setTimeout(done, TAKE_MS)
        })
      },
    })
    this.#server.on("error", () => undefined)
  }

  /** Whether the worker has no connection any more. */
  get isQuiet(): boolean {
    return this.#sessions === 0
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve()))
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
