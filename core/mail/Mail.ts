import { Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import { Secrets } from "#core/accounts"
import { CHAIN_NAMES, Chains } from "#core/chains"
import { AppConfig, type EventStore, eraseSubject, Sealing, Sql } from "#core/kernel"
import { Assets } from "#core/wallet"
import { makeMailStore } from "./MailStore.ts"
import { type MailKind, type Message, Personal, type StoredMail } from "./Message.ts"
import { SMTP_CONNECTIONS_MAX, SmtpSender } from "./SmtpSender.ts"
import { type MailCoin, type RenderedMail, renderMail } from "./templates/renderMail.ts"

/** The coins with their current names, for the texts of messages. */
class Coins extends Context.Service<Coins, { readonly all: Effect.Effect<ReadonlyArray<MailCoin>> }>()(
  "core/mail/Coins",
) {
  static readonly layer = Layer.effect(
    Coins,
    Effect.gen(function* () {
      const { types } = yield* Assets
      const chains = yield* Chains
      const all = Effect.map(types, (known) =>
        CHAIN_NAMES.flatMap((chain): ReadonlyArray<MailCoin> => {
          const { network, capabilities } = chains.of(chain)
          const type = known.find(({ assetTypeId }) => assetTypeId === network.assetTypeId)
          return type === undefined ? [] : [{ ...type, chain, isDemo: capabilities.isDemo }]
        }),
      )
      return Coins.of({ all })
    }),
  )
}

/** Lifetime of a message that is not a code: a mail server may be down over a weekend. */
export const NOTICE_LIFE_MS = 72 * 3_600_000
/** Messages are deleted after this time. */
const MESSAGE_AGE_MS_MAX = 30 * 86_400_000
/** Pause after the first failed attempt; it doubles with each further one. */
const PAUSE_MS = 15_000
const PAUSE_MS_MAX = 3_600_000
/**
 * Other workers send what a killed one had leased after this time: a sign-in code lives for minutes. The lease is renewed
 * three times in it while an attempt takes longer.
 */
const LEASE_MS = 15_000
/** Messages that are leased together. */
const ROUND_MAX = 12
const LISTED_MAX = 500

/** Counts of one round of sending. */
export type Sent = {
  readonly sent: number
  readonly delayed: number
  readonly bounced: number
  readonly expired: number
}

/** A message with its text and recipient; null if the person was erased. */
export type ReadMessage = {
  readonly message: StoredMail
  readonly to: string | null
  readonly rendered: RenderedMail | null
}

/** The queue of mail: stores messages and sends each until it is accepted, bounces or expires. */
export class Mail extends Context.Service<
  Mail,
  {
    /** Queues a message. The same id again changes nothing; expired messages are ignored. */
    post(message: Message): Effect.Effect<void>
    /** Sends all due messages. Without a mail server they stay in the queue. */
    sendDue: Effect.Effect<Sent>
    /** Whether messages are due, or in their first attempt. Newsletters wait for them. */
    isBusy: Effect.Effect<boolean>
    list: Effect.Effect<ReadonlyArray<ReadMessage>>
    find(messageId: string): Effect.Effect<ReadMessage | null>
    /** State and time of the newest message of a kind. */
    newestOf(kind: MailKind): Effect.Effect<Pick<StoredMail, "state" | "madeMs"> | null>
    /** Deletes the messages of a subject. */
    forget(subjectId: string): Effect.Effect<void>
    /** Deletes old messages. */
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

      const read = Effect.fnUntraced(function* (message: StoredMail): Effect.fn.Return<ReadMessage> {
        const opened = yield* sealing.open(message.subjectId, message.messageId, message.sealed)
        if (opened === null) return { message, to: null, rendered: null }
        const personal = Schema.decodeUnknownSync(Personal)(opened)
        const coins = personal.amount === undefined ? [] : yield* allCoins
        const rendered = renderMail({ ...message, personal }, { codes: secrets, origin, coins })
        return { message, to: personal.to, rendered }
      })

      const sendMessage = Effect.fnUntraced(function* (message: StoredMail): Effect.fn.Return<keyof Sent> {
        const { messageId, subjectId, kind, attempts, expiresMs } = message
        const settle = Effect.fnUntraced(function* (state: "sent" | "bounced" | "expired", reply: string | null) {
          yield* store.settle(messageId, state, reply, yield* Clock.currentTimeMillis)
          // The address of a deleted account was stored for this message only.
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

      /** Renews the lease of messages for as long as it runs. After a failed renewal the next one may still be in time. */
      const renew = Effect.fnUntraced(function* (messageIds: ReadonlyArray<string>, leasedMs: number) {
        for (let heldMs = leasedMs; ; ) {
          yield* Effect.sleep(LEASE_MS / 3)
          const untilMs = (yield* Clock.currentTimeMillis) + LEASE_MS
          const renewed = yield* Effect.exit(store.renew(messageIds, heldMs, untilMs))
          if (Exit.isSuccess(renewed)) heldMs = untilMs
          else yield* Effect.logWarning("the lease of mail was not renewed", renewed.cause)
        }
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
          const each = Effect.fnUntraced(function* (message: StoredMail) {
            outcome[yield* sendMessage(message)] += 1
          })
          for (;;) {
            const nowMs = yield* Clock.currentTimeMillis
            const due = yield* store.take(nowMs, nowMs + LEASE_MS, ROUND_MAX)
            const renewing = renew(
              due.map(({ messageId }) => messageId),
              nowMs + LEASE_MS,
            )
            yield* Effect.raceFirst(
              Effect.forEach(due, each, { concurrency: SMTP_CONNECTIONS_MAX, discard: true }),
              renewing,
            )
            if (due.length < ROUND_MAX) return outcome
          }
        }),

        isBusy: Effect.flatMap(Clock.currentTimeMillis, store.isBusy),
        list: Effect.flatMap(store.list(LISTED_MAX), Effect.forEach(read)),
        find: (messageId) =>
          Effect.flatMap(store.find(messageId), (message) => (message === null ? Effect.succeed(null) : read(message))),
        newestOf: store.newestOf,
        forget: (subjectId) => Effect.asVoid(store.forgetSubject(subjectId)),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.asVoid(store.forgetBefore(nowMs - MESSAGE_AGE_MS_MAX)),
        ),
      })
    }),
  )
  static readonly layer = Mail.layerWithoutSender.pipe(Layer.provide([SmtpSender.layer, Coins.layer]))
}
