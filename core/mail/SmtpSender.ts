import { Context, Data, Effect, Layer } from "effect"
import { AppConfig } from "#core/kernel"
import { connectSmtp } from "./connectSmtp.ts"
import { isAboutTheMessage, type SmtpError } from "./smtpErrors.ts"
import type { RenderedMail } from "./templates/renderMail.ts"

/** Connections of one worker to the mail server. */
export const SMTP_CONNECTIONS_MAX = 3

/** The mail server refused this message or recipient permanently (SMTP 5xx). `reply` is its code. */
class MailBounced extends Data.TaggedError("MailBounced")<{ readonly reply: string }> {}

/** The mail server did not accept the message this time. */
class MailDelayed extends Data.TaggedError("MailDelayed")<{ readonly reply: string }> {}

/** A rendered message with its recipient; the id lets the recipient recognise a duplicate. */
export type OutgoingMail = { readonly messageId: string; readonly to: string; readonly rendered: RenderedMail }

/** Sends mail through the configured mail server; `send` is null if there is none. */
export class SmtpSender extends Context.Service<
  SmtpSender,
  { readonly send: ((posted: OutgoingMail) => Effect.Effect<void, MailBounced | MailDelayed>) | null }
>()("core/mail/SmtpSender") {
  static readonly layer = Layer.effect(
    SmtpSender,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const { smtpUrl, mailFrom, publicOrigin, contactEmail } = settings
      if (smtpUrl === undefined) return SmtpSender.of({ send: null })
      const transport = yield* connectSmtp(smtpUrl, settings, { maxConnections: SMTP_CONNECTIONS_MAX })
      const domain = new URL(publicOrigin).hostname
      const send = ({ messageId, to, rendered }: OutgoingMail) =>
        Effect.tryPromise({
          try: async () => {
            await transport.sendMail({
              from: mailFrom ?? { name: "Quire", address: contactEmail },
              // An object, because a string could contain several addresses.
              to: { name: "", address: to },
              messageId: `<${messageId}@${domain}>`,
              ...rendered,
              // RFC 3834, 5: suppresses automatic replies.
              headers: { "Auto-Submitted": "auto-generated" },
            })
          },
          catch: refusalOf,
        })
      return SmtpSender.of({ send })
    }),
  )
}

const refusalOf = (error: unknown): MailBounced | MailDelayed => {
  const { code, responseCode, command } = error as SmtpError
  const reply = String(responseCode ?? code ?? "unreachable")
  const isFinal = responseCode !== undefined && responseCode >= 500 && isAboutTheMessage(command)
  return isFinal ? new MailBounced({ reply }) : new MailDelayed({ reply })
}
