import { type Effect, Layer, ManagedRuntime, Redacted, Result } from "effect"
import { Secrets } from "#core/accounts"
import { Chains } from "#core/chains"
import { AppConfig, Hints, PostgresEventStore, readAppSettings, Sealing, Sql, uuidv7 } from "#core/kernel"
import { Assets } from "#core/wallet"
import { Mail, type Message } from "../index.ts"

const MASTER_KEY = "07".repeat(32)
const MINUTE_MS = 60_000

/** A worker's mail service on a test database. */
export const openMail = (databaseUrl: string, smtpUrl?: string, env: Readonly<Record<string, string>> = {}) => {
  const settings = Result.getOrThrow(
    readAppSettings({
      DATABASE_URL: databaseUrl,
      MASTER_KEY,
      PUBLIC_ORIGIN: "https://quire.example",
      SMTP_URL: smtpUrl,
      ...env,
    }),
  )
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(settings.masterKey)))),
    Layer.provideMerge(Sql.layer(databaseUrl, { connectionsMax: 4 })),
    Layer.provideMerge(AppConfig.layerOf(settings)),
  )
  const others = Layer.mergeAll(Secrets.layer, Assets.layer, Chains.layerDemo)
  const runtime = ManagedRuntime.make(Mail.layer.pipe(Layer.provideMerge(others), Layer.provideMerge(kernel)))
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  return {
    run: <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect),
    post: (message: Message) => runtime.runPromise(Mail.use((mail) => mail.post(message))),
    send: () => runtime.runPromise(Mail.use((mail) => mail.sendDue)),
    list: () => runtime.runPromise(Mail.use((mail) => mail.list)),
    close: () => runtime.dispose(),
  }
}
export type OpenMail = ReturnType<typeof openMail>

/** A message with a sign-in code. */
export const messageTo = (to: string, more: Partial<Message> = {}): Message => ({
  messageId: uuidv7(Date.now()),
  subjectId: uuidv7(Date.now()),
  kind: "signIn",
  locale: "en",
  about: { at: new Date().toISOString(), codeId: uuidv7(Date.now()), livesMs: 10 * MINUTE_MS },
  personal: { to },
  expiresMs: Date.now() + 10 * MINUTE_MS,
  ...more,
})
