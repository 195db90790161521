import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Secrets } from "#core/accounts"
import { AppConfig, type EventStore, eraseSubject, Sealing, Sql } from "#core/kernel"
import { Coins } from "./Coins.ts"
import { makeMailStore } from "./MailStore.ts"
import { type KeptMessage, type Message, Personal } from "./Message.ts"
import { SmtpSender } from "./SmtpSender.ts"
import {
  LEASE_MS,
  LISTED_MAX,
  MESSAGE_AGE_MS_MAX,
  PAUSE_MS,
  PAUSE_MS_MAX,
  ROUND_MAX,
  SMTP_CONNECTIONS_MAX,
} from "./sizes.ts"
import { type RenderedMail, renderMail } from "./templates/renderMail.ts"

/** How a round of sending went. */
export type Sent = {
  readonly sent: number
  readonly delayed: number
  readonly bounced: number
  readonly expired: number
}

/** A message as its text reads, with its address; null where the person was erased. */
export type ReadMessage = {
  readonly message: KeptMessage
  readonly to: string | null
  readonly rendered: RenderedMail | null
}

/** Writes to people: keeps what is to be sent, and sends it until it arrives, bounces or is of no use any more. */
export class Mail extends Context.Service<
  Mail,
  {
    /** Keeps a message to be sent. The same id again changes nothing; what nobody needs any more is not kept. */
    post(message: Message): Effect.Effect<void>
    /** Sends what is due, until nothing more is. Without a mail server messages stay where they are. */
    sendDue: Effect.Effect<Sent>
    list: Effect.Effect<ReadonlyArray<ReadMessage>>
    find(messageId: string): Effect.Effect<ReadMessage | null>
    /** Forgets what is sealed for a subject. */
    forget(subjectId: string): Effect.Effect<void>
    /** Forgets what is old. */
    sweep: Effect.Effect<void>
  }
>()("core/mail/Mail") {
  static readonly layerWithoutSender = Layer.effect(
    Mail,
    Effect.gen(function* () {
      const { client } = yield* Sql
      const sealing = yield* Sealing
      const secrets = yield* Secrets
      const sender = yield* SmtpSender
      const { publicOrigin: origin } = yield* AppConfig
      const { all: allCoins } = yield* Coins
      const store = makeMailStore(client)
      const services = yield* Effect.context<EventStore | Sealing>()

      const read = Effect.fnUntraced(function* (message: KeptMessage): Effect.fn.Return<ReadMessage> {
        const opened = yield* sealing.open(message.subjectId, message.messageId, message.sealed)
        if (opened === null) return { message, to: null, rendered: null }
        const personal = Schema.decodeUnknownSync(Personal)(opened)
        const coins = personal.amount === undefined ? [] : yield* allCoins
        const rendered = renderMail({ ...message, personal }, { codes: secrets, origin, coins })
        return { message, to: personal.to, rendered }
      })

      const sendMessage = Effect.fnUntraced(function* (message: KeptMessage): Effect.fn.Return<keyof Sent> {
        const { messageId, subjectId, kind, attempts, expiresMs } = message
        const settle = Effect.fnUntraced(function* (state: "sent" | "bounced" | "expired", reply: string | null) {
          yield* store.settle(messageId, state, reply, yield* Clock.currentTimeMillis)
          // The address of somebody who left was kept for this alone.
          if (kind === "accountDeleted") yield* Effect.provide(eraseSubject(subjectId), services)
        })
        const { to, rendered } = yield* read(message)
        if (expiresMs <= (yield* Clock.currentTimeMillis) || rendered === null || to === null || sender.send === null) {
          yield* settle("expired", message.reply)
          return "expired"
        }
        return yield* sender.send({ messageId, to, rendered }).pipe(
          Effect.andThen(settle("sent", null)),
          Effect.as("sent" as const),
          Effect.catchTag("MailBounced", ({ reply }) =>
            Effect.logWarning("mail bounced", { messageId, kind, reply }).pipe(
              Effect.andThen(settle("bounced", reply)),
              Effect.as("bounced" as const),
            ),
          ),
          Effect.catchTag("MailDelayed", ({ reply }) =>
            Effect.gen(function* () {
              yield* Effect.logWarning("mail delayed", { messageId, kind, reply, attempts })
              const pauseMs = Math.min(PAUSE_MS * 2 ** Math.min(attempts - 1, 20), PAUSE_MS_MAX)
              yield* store.delay(messageId, (yield* Clock.currentTimeMillis) + pauseMs, reply)
              return "delayed" as const
            }),
          ),
        )
      })

      return Mail.of({
        post: Effect.fn("Mail.post")(function* ({ personal, ...message }) {
          const nowMs = yield* Clock.currentTimeMillis
          if (message.expiresMs <= nowMs) return
          yield* store.keep(message, yield* sealing.seal(message.subjectId, message.messageId, personal), nowMs)
        }),

        sendDue: Effect.gen(function* () {
          const outcome = { sent: 0, delayed: 0, bounced: 0, expired: 0 }
          if (sender.send === null) return outcome
          const each = Effect.fnUntraced(function* (message: KeptMessage) {
            outcome[yield* sendMessage(message)] += 1
          })
          for (;;) {
            const nowMs = yield* Clock.currentTimeMillis
            const due = yield* store.take(nowMs, nowMs + LEASE_MS, ROUND_MAX)
            yield* Effect.forEach(due, each, { concurrency: SMTP_CONNECTIONS_MAX, discard: true })
            if (due.length < ROUND_MAX) return outcome
          }
        }),

        list: Effect.flatMap(store.list(LISTED_MAX), Effect.forEach(read)),
        find: (messageId) =>
          Effect.flatMap(store.find(messageId), (message) => (message === null ? Effect.succeed(null) : read(message))),
        forget: (subjectId) => Effect.asVoid(store.forgetSubject(subjectId)),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.asVoid(store.forgetBefore(nowMs - MESSAGE_AGE_MS_MAX)),
        ),
      })
    }),
  )
  static readonly layer = Mail.layerWithoutSender.pipe(Layer.provide([SmtpSender.layer, Coins.layer]))
}
