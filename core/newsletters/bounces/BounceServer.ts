import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { SMTPServer } from "smtp-server"
import { AppConfig } from "#core/kernel"
import { MailLists } from "../lists/MailLists.ts"
import { Tokens } from "../Tokens.ts"
import { Bounces } from "./Bounces.ts"
import { type MailReport, readReport } from "./readReport.ts"

/** Bytes of a report: a letter may be quoted in it. */
const REPORT_BYTES_MAX = 1_000_000
const CLIENTS_MAX = 20
const IDLE_MS = 60_000
/** Where receivers send complaints, as agreed with them (feedback loops). */
const COMPLAINTS = "complaints"

type Listening = { readonly port: number }

/**
 * Receives mail for the return paths of newsletters (VERP) and for the address of complaints, and for nothing else. A
 * forged report needs a return path that only its reader and the servers on the way know.
 */
export const serveBounces = (host: string, port: number) =>
  Effect.gen(function* () {
    const { bounceDomain } = yield* AppConfig
    const [tokens, bounces, lists] = [yield* Tokens, yield* Bounces, yield* MailLists]
    const runPromise = Effect.runPromiseWith(yield* Effect.context<never>())

    const letterOf = (address: string): number | null => {
      const at = address.lastIndexOf("@")
      const isOurs = address.slice(at + 1).toLowerCase() === bounceDomain?.toLowerCase()
      return isOurs && /^b/i.test(address) ? tokens.readBounceToken(address.slice(1, at)) : null
    }
    const isForUs = (address: string) =>
      letterOf(address) !== null || address.toLowerCase() === `${COMPLAINTS}@${bounceDomain?.toLowerCase()}`

    const complain = Effect.fnUntraced(function* ({
      returnPath,
      unsubscribeUrl,
    }: Extract<MailReport, { readonly kind: "complaint" }>) {
      const letterId = letterOf((returnPath ?? "").replaceAll(/[<>\s]/g, ""))
      if (letterId !== null) return yield* bounces.record(letterId, "complaint")
      const [, token = ""] = /\/mail\/out\/([\w-]{1,100})/.exec(unsubscribeUrl ?? "") ?? []
      const link = tokens.readOutToken(token)
      if (link === null) return false
      const { personId, channelId } = link
      const scope = channelId === "digest" ? ({ frequencies: ["daily", "weekly"] } as const) : ({ channelId } as const)
      yield* lists.leave(personId, scope, "complaint")
      return true
    })

    const receive = Effect.fnUntraced(function* (recipients: ReadonlyArray<string>, raw: Buffer) {
      const report = yield* Effect.promise(() => readReport(raw))
      if (report === null) return
      if (report.kind === "complaint") {
        yield* complain(report)
        return
      }
      for (const address of recipients) {
        const letterId = letterOf(address)
        if (letterId !== null) yield* bounces.record(letterId, report.kind)
      }
    })

    const server = new SMTPServer({
      banner: "Quire",
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      size: REPORT_BYTES_MAX,
      maxClients: CLIENTS_MAX,
      socketTimeout: IDLE_MS,
      disableReverseLookup: true,
      logger: false,
      onRcptTo: ({ address }, _, done) =>
        done(isForUs(address) ? null : Object.assign(new Error("5.1.1 no such address"), { responseCode: 550 })),
      onData: (stream, { envelope }, done) => {
        const chunks: Array<Buffer> = []
        let bytes = 0
        stream.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= REPORT_BYTES_MAX) chunks.push(chunk)
        })
        stream.on("end", () => {
          if (bytes > REPORT_BYTES_MAX)
            return done(Object.assign(new Error("5.3.4 message too large"), { responseCode: 552 }))
          const recipients = envelope.rcptTo.map(({ address }) => address)
          runPromise(receive(recipients, Buffer.concat(chunks))).then(
            () => done(null),
            // The sender tries again.
            () => done(Object.assign(new Error("4.3.0 try again later"), { responseCode: 451 })),
          )
        })
      },
    })
    server.on("error", () => undefined)
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(port, host, resolve))),
      () => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
    return { port: (server.server.address() as AddressInfo).port } satisfies Listening
  })
