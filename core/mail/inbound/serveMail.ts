import type { AddressInfo } from "node:net"
import { Cause, Effect, Exit } from "effect"
import { SMTPServer } from "smtp-server"
import { MailRefused, type MailRoute } from "./MailRoute.ts"
import { followTlsFiles, type MailTlsFiles, readTlsFiles } from "./mailTls.ts"

const CLIENTS_MAX = 20
const RECIPIENTS_MAX = 20
const IDLE_MS = 60_000
/** Bytes of all messages that are being received; more of them come later. */
const RECEIVING_BYTES_MAX = 100_000_000

type Listening = { readonly port: number }

/**
 * Receives mail for the addresses of these routes, and for nothing else.
 *
 * @param tlsFiles with them, the server offers STARTTLS (RFC 3207); renewed ones are used within an hour
 */
export const serveMail = (
  host: string,
  port: number,
  routes: ReadonlyArray<MailRoute>,
  tlsFiles: MailTlsFiles | null = null,
) =>
  Effect.gen(function* () {
    const tls = tlsFiles === null ? null : yield* readTlsFiles(tlsFiles)
    const runPromise = Effect.runPromiseExitWith(yield* Effect.context<never>())
    const bytesMax = Math.max(0, ...routes.map((route) => route.bytesMax))
    let receivingBytes = 0

    const server = new SMTPServer({
      banner: "Quire",
      authOptional: true,
      disabledCommands: tls === null ? ["AUTH", "STARTTLS"] : ["AUTH"],
      ...(tls === null ? {} : { ...tls, minVersion: "TLSv1.2" }),
      size: bytesMax,
      maxClients: CLIENTS_MAX,
      socketTimeout: IDLE_MS,
      disableReverseLookup: true,
      logger: false,
      onRcptTo: ({ address }, { envelope }, done) => {
        if (envelope.rcptTo.length >= RECIPIENTS_MAX) return done(reply(452, "4.5.3 too many recipients"))
        done(routes.some(({ accepts }) => accepts(address)) ? null : reply(550, "5.1.1 no such address"))
      },
      onData: (stream, session, done) => {
        const addresses = session.envelope.rcptTo.map(({ address }) => address)
        const taking = routes
          .map((route) => ({ route, recipients: addresses.filter(route.accepts) }))
          .filter(({ recipients }) => recipients.length > 0)
        const limit = Math.min(...taking.map(({ route }) => route.bytesMax))
        const chunks: Array<Buffer> = []
        let bytes = 0
        let held = 0
        let isFull = false
        stream.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          isFull ||= receivingBytes + chunk.length > RECEIVING_BYTES_MAX
          if (isFull || bytes > limit) return
          receivingBytes += chunk.length
          held += chunk.length
          chunks.push(chunk)
        })
        stream.on("close", () => {
          receivingBytes -= held
          held = 0
        })
        stream.on("end", () => {
          if (bytes > limit) return done(reply(552, "5.3.4 message too large"))
          if (isFull) return done(AGAIN)
          const { mailFrom, rcptTo: _ } = session.envelope
          const mail = {
            sender: mailFrom === false ? "" : mailFrom.address,
            raw: Buffer.concat(chunks),
            client: { address: session.remoteAddress, name: session.hostNameAppearsAs || "" },
          }
          runPromise(
            Effect.forEach(taking, ({ route, recipients }) => route.receive({ ...mail, recipients }), {
              discard: true,
            }),
          ).then((exit) => {
            if (Exit.isSuccess(exit)) return done(null)
            const reason = Cause.squash(exit.cause)
            done(reason instanceof MailRefused ? reply(550, reason.reason) : AGAIN)
          })
        })
      },
    })
    server.on("error", () => undefined)
    if (tlsFiles !== null && tls !== null)
      yield* Effect.forkScoped(followTlsFiles(tlsFiles, tls, (renewed) => server.updateSecureContext(renewed)))
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(port, host, resolve))),
      () => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
    return { port: (server.server.address() as AddressInfo).port } satisfies Listening
  })

const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })
/** The sender tries again. */
const AGAIN = reply(451, "4.3.0 try again later")
