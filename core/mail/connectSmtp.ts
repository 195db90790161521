import { Effect, Redacted } from "effect"
import type { AppSettings } from "#core/kernel"
import { dkimOf } from "./dkim.ts"
import { SMTP_TIMEOUT_MS } from "./smtpErrors.ts"

type Pool = { readonly maxConnections: number; readonly maxMessages?: number }

/** Opens a pool of connections to a mail server, until the scope ends. Messages never read files or addresses. */
export const connectSmtp = (url: Redacted.Redacted, settings: AppSettings, pool: Pool) => {
  const dkim = dkimOf(settings)
  const connect = async () => {
    // Installations without a mail server do not load it.
    const { createTransport } = await import("nodemailer")
    return createTransport({
      url: Redacted.value(url),
      pool: true,
      ...pool,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim === undefined ? {} : { dkim }),
    })
  }
  return Effect.acquireRelease(Effect.promise(connect), (open) => Effect.sync(() => open.close()))
}
