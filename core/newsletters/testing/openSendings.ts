import { Effect, Layer, ManagedRuntime, Redacted, Result } from "effect"
import { Secrets } from "#core/accounts"
import { Chains } from "#core/chains"
import { AppConfig, Hints, nameUuid, PostgresEventStore, readAppSettings, Sealing, Sql, uuidv7 } from "#core/kernel"
import { Mail, makeLetterTemplate } from "#core/mail"
import { Assets } from "#core/wallet"
import { type LetterSource, NewslettersLayer, type OpenSending, Sendings } from "../index.ts"

export type SendingsOptions = {
  readonly databaseUrl: string
  readonly smtpUrl: string
  readonly env?: Readonly<Record<string, string>>
}

/** The newsletters of one worker on a test database. */
export const openSendings = ({ databaseUrl, smtpUrl, env = {} }: SendingsOptions) => {
  const settings = Result.getOrThrow(
    readAppSettings({
      DATABASE_URL: databaseUrl,
      MASTER_KEY: "07".repeat(32),
      PUBLIC_ORIGIN: "https://quire.example",
      SMTP_URL: smtpUrl,
      BOUNCE_DOMAIN: "bounces.example",
      ...env,
    }),
  )
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(settings.masterKey)))),
    Layer.provideMerge(Sql.layer(databaseUrl, { connectionsMax: 6 })),
    Layer.provideMerge(AppConfig.layerOf(settings)),
  )
  const mail = Mail.layer.pipe(Layer.provideMerge(Layer.mergeAll(Secrets.layer, Assets.layer, Chains.layerDemo)))
  const runtime = ManagedRuntime.make(NewslettersLayer.pipe(Layer.provideMerge(mail), Layer.provideMerge(kernel)))
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  return {
    run: <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect),
    close: () => runtime.dispose(),
  }
}
export type OpenSendings = ReturnType<typeof openSendings>

/** The person with this number, and their address. */
export const readerOf = (number: number): string => nameUuid(`reader ${number}`)
export const addressOf = (number: number): string => `reader${number}@reader.example`

/** Writes the same letter to everyone; `more` changes what is found for some. */
export const plainSource = (readers: number, more: Partial<LetterSource> = {}): LetterSource => {
  const numbers = new Map(Array.from({ length: readers }, (_, index) => [readerOf(index), index]))
  const compose = makeLetterTemplate({
    from: { name: "Mara", address: "post@quire.example" },
    subject: "A day in the harbour",
    text: "Text",
    html: "<p>Text</p>",
    domain: "quire.example",
    listId: "c.quire.example",
    feedbackId: "c:post:newsletter:quire",
  })
  return {
    check: Effect.succeed("open"),
    write: (personIds) =>
      Effect.succeed(
        new Map(
          personIds.map((personId) => {
            const to = addressOf(numbers.get(personId) ?? -1)
            const unsubscribeUrl = "https://quire.example/mail/out/x"
            return [
              personId,
              { to, levelId: 1, compose: (copy) => compose({ ...copy, to, unsubscribeUrl, slots: {} }) },
            ]
          }),
        ),
      ),
    ...more,
  }
}

/** A run to so many readers, prepared and started. */
export const startRun = async (kit: OpenSendings, readers: number, batch = 1_000): Promise<OpenSending> => {
  const nowMs = Date.now()
  const sendingId = uuidv7(nowMs)
  const sending = {
    ...{ sendingId, postId: sendingId, kind: "post" as const, channelId: 7, authorId: readerOf(-7), dueMs: nowMs },
    expiresMs: nowMs + 86_400_000,
  }
  await kit.run(
    Sendings.use((sendings) =>
      Effect.gen(function* () {
        yield* sendings.hold(sending)
        for (let from = 0; from < readers; from += batch) {
          const people = Array.from({ length: Math.min(batch, readers - from) }, (_, index) => ({
            personId: readerOf(from + index),
            exclusion: null,
          }))
          yield* sendings.addCandidates(sending.sendingId, 1 + from / batch, people)
        }
        yield* sendings.start({ ...sending, state: "held" })
      }),
    ),
  )
  return { ...sending, state: "running" }
}
