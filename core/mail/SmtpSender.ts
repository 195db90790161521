import { Context, Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { AppConfig } from "#core/kernel"
import { MailBounced, MailDelayed } from "./refusals.ts"
import { SMTP_CONNECTIONS_MAX, SMTP_TIMEOUT_MS } from "./sizes.ts"
import type { RenderedMail } from "./templates/renderMail.ts"

/** A rendered with its address, and the id by which a receiver knows that it came twice. */
export type OutgoingMail = { readonly messageId: string; readonly to: string; readonly rendered: RenderedMail }

/** Carries letters to the mail server that is configured. Null where there is none: messages then stay where they are. */
export class SmtpSender extends Context.Service<
  SmtpSender,
  { readonly send: ((posted: OutgoingMail) => Effect.Effect<void, MailBounced | MailDelayed>) | null }
>()("core/mail/SmtpSender") {
  static readonly layer = Layer.effect(
    SmtpSender,
    Effect.gen(function* () {
      const { smtpUrl, mailFrom, publicOrigin, contactEmail } = yield* AppConfig
      if (smtpUrl === undefined) return SmtpSender.of({ send: null })
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() => connectTo(Redacted.value(smtpUrl))),
        (open) => Effect.sync(() => open.close()),
      )
      const domain = new URL(publicOrigin).hostname
      const send = ({ messageId, to, rendered }: OutgoingMail) =>
        Effect.tryPromise({
          try: async () => {
            await transport.sendMail({
              from: mailFrom ?? { name: "Quire", address: contactEmail },
              // As an object: a text could name more than one address.
              to: { name: "", address: to },
              messageId: `<${messageId}@${domain}>`,
              ...rendered,
              // RFC 3834, 5: no out-of-office notice has to answer this.
              headers: { "Auto-Submitted": "auto-generated" },
            })
          },
          catch: refusalOf,
        })
      return SmtpSender.of({ send })
    }),
  )
}

const connectTo = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS_MAX,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

type SmtpError = { readonly code?: string; readonly responseCode?: number; readonly command?: string }

/** Steps in which a refusal for good is about this message; in others it is about us, which an operator can mend. */
const ABOUT_THE_MESSAGE = new Set(["RCPT TO", "DATA"])

const refusalOf = (error: unknown): MailBounced | MailDelayed => {
  const { code, responseCode, command } = error as SmtpError
  const reply = String(responseCode ?? code ?? "unreachable")
  const isFinal = responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MESSAGE.has(command ?? "")
  return isFinal ? new MailBounced({ reply }) : new MailDelayed({ reply })
}
