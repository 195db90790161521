import type { Readable } from "node:stream"
import { Context, Data, Effect, Layer } from "effect"
import { AppConfig } from "#core/kernel"
import { connectSmtp } from "../connectSmtp.ts"
import { isAboutTheMessage, type SmtpError } from "../smtpErrors.ts"

/**
 * A letter was not accepted. `refused`: permanently, by its recipient or its content. `delayed`: not this time, and
 * certainly not delivered. `uncertain`: the connection ended before the server said whether it took the letter.
 */
export class LetterFailed extends Data.TaggedError("LetterFailed")<{
  readonly fate: "refused" | "delayed" | "uncertain"
  /** The reply code of the mail server with its enhanced code (RFC 3463), `550 5.1.1`; or the name of the failure. */
  readonly reply: string
}> {}

/** A composed letter with its envelope. */
export type BulkLetter = { readonly returnPath: string; readonly to: string; readonly raw: Buffer }

/** How many letters one connection carries before it is opened again. */
const LETTERS_PER_CONNECTION = 500

/** The lane for newsletters: connections of its own, so that codes never wait behind them. Null without a mail server. */
export class BulkSender extends Context.Service<
  BulkSender,
  {
    readonly lane: {
      readonly connections: number
      readonly send: (letter: BulkLetter) => Effect.Effect<void, LetterFailed>
    } | null
  }
>()("core/mail/BulkSender") {
  static readonly layer = Layer.effect(
    BulkSender,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const { smtpUrl, bulkSmtpUrl, bulkConnections: connections } = settings
      const url = bulkSmtpUrl ?? smtpUrl
      if (url === undefined) return BulkSender.of({ lane: null })
      const pool = { maxConnections: connections, maxMessages: LETTERS_PER_CONNECTION }
      const transport = yield* connectSmtp(url, settings, pool)
      // nodemailer's errors do not tell whether the text of a message was under way, so its stream is watched.
      const texts = new WeakMap<object, Readable>()
      transport.use("stream", ({ data, message }, done) => {
        const open = message.createReadStream.bind(message)
        message.createReadStream = (options) => {
          const text = open(options)
          texts.set(data.raw as object, text)
          return text
        }
        done()
      })
      return BulkSender.of({
        lane: {
          connections,
          send: ({ returnPath, to, raw }) =>
            Effect.tryPromise({
              try: async () => {
                await transport.sendMail({ envelope: { from: returnPath, to: [to] }, raw })
              },
              catch: (error) => fateOf(error, texts.get(raw)?.readableDidRead === true),
            }),
        },
      })
    }),
  )
}

/** @param isUnderWay whether any of the text was sent */
const fateOf = (error: unknown, isUnderWay: boolean): LetterFailed => {
  const { code, responseCode, command, response } = error as SmtpError
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "") ?? []
  const reply = [responseCode ?? code ?? "unreachable", ...(enhanced === undefined ? [] : [enhanced])].join(" ")
  if (responseCode === undefined) return new LetterFailed({ fate: isUnderWay ? "uncertain" : "delayed", reply })
  return new LetterFailed({ fate: responseCode >= 500 && isAboutTheMessage(command) ? "refused" : "delayed", reply })
}
