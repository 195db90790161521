import { readFile } from "node:fs/promises"
import { Effect, Schedule } from "effect"

/** Where the certificate chain and its key are (PEM). */
export type MailTlsFiles = { readonly certFile: string; readonly keyFile: string }
export type MailTls = { readonly cert: Buffer; readonly key: Buffer }

/** How often a renewed certificate is looked for. */
const RENEWAL_INTERVAL = "1 hour"

/** Reads both files; defects if one cannot be read. */
export const readTlsFiles = ({ certFile, keyFile }: MailTlsFiles): Effect.Effect<MailTls> =>
  Effect.promise(async () => {
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
    return { cert, key }
  })

/** Takes a renewed certificate into use without a restart. One that cannot be read changes nothing and is reported. */
export const followTlsFiles = (files: MailTlsFiles, first: MailTls, use: (renewed: MailTls) => void) => {
  let current = first
  const check = Effect.gen(function* () {
    const found = yield* readTlsFiles(files)
    if (found.cert.equals(current.cert) && found.key.equals(current.key)) return
    yield* Effect.sync(() => use(found))
    current = found
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("the certificate of the mail port cannot be used", cause)))
  return check.pipe(Effect.repeat(Schedule.spaced(RENEWAL_INTERVAL)), Effect.asVoid)
}
