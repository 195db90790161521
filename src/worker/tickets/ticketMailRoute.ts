import { Clock, Effect, Exit } from "effect"
import { CurrentMeta, EventStore, nameUuid, type Sql } from "#core/kernel"
import { type IncomingMail, Mail, MailRefused, type MailRoute, NOTICE_LIFE_MS, SenderCheck } from "#core/mail"
import {
  Attachments,
  openReplyReader,
  REPLY_MAIL_BYTES_MAX,
  ReplyAddresses,
  type ReplyMail,
  Tickets,
  type TooManyMessages,
  type TooManyTickets,
  type UnfitTicket,
} from "#core/tickets"
import { findProfile, type Profile } from "#projections/accounts"
import { draft } from "../reactors/mail/draft.ts"

type Problem = "empty" | "long" | "tooFast" | "full" | "files"

const NO_ADDRESS = new MailRefused({ reason: "5.1.1 no such address" })

/** Why a message could not be added. */
const problemOf = (refused: UnfitTicket | TooManyMessages | TooManyTickets): Problem => {
  if (refused._tag === "TooManyMessages" && refused.isFull) return "full"
  if (refused._tag !== "UnfitTicket") return "tooFast"
  return refused.problems.some(({ problem }) => problem === "text.empty") ? "empty" : "long"
}

/**
 * Receives replies to mail about tickets. The address of a ticket is known to its person alone, who also has to write
 * from the address of their account. Each message counts once; programs that answer by themselves are ignored; and a
 * person is notified at most once a day that a message could not be added.
 */
export const ticketMailRoute = Effect.gen(function* () {
  const [addresses, tickets, attachments] = [yield* ReplyAddresses, yield* Tickets, yield* Attachments]
  const [mail, store, senders] = [yield* Mail, yield* EventStore, yield* SenderCheck]
  const services = yield* Effect.context<Sql>()
  const reader = yield* openReplyReader()

  const notifyProblem = Effect.fnUntraced(function* (to: Profile, ticketNumber: string, problem: Problem) {
    const nowMs = yield* Clock.currentTimeMillis
    const at = new Date(nowMs).toISOString()
    const made = draft(to, "ticketReplyProblem", { at, ticketNumber, problem }, nowMs + NOTICE_LIFE_MS)
    // The same id on the same day: the second one changes nothing.
    const messageId = nameUuid(`ticket reply problem\n${to.personId}\n${at.slice(0, 10)}`)
    if (made !== null) yield* mail.post({ ...made, messageId })
  })

  const addReply = Effect.fnUntraced(function* (number: string, reply: ReplyMail, given: IncomingMail) {
    const ticketId = yield* tickets.idOf(number)
    const { place, isForgotten } =
      ticketId === null ? { place: null, isForgotten: false } : yield* tickets.read(ticketId)
    if (place === null || isForgotten) return yield* NO_ADDRESS
    const { personId } = place
    const profile = yield* Effect.provide(findProfile(personId), services)
    if (profile?.email == null || profile.email.toLowerCase() !== reply.from)
      return yield* new MailRefused({ reason: "5.7.1 write from the email address of your account" })
    const { isForged, results } = yield* senders.check(given)
    if (isForged) return yield* new MailRefused({ reason: "5.7.26 the sender is not authenticated" })

    const commandId = nameUuid(`ticket mail\n${ticketId}\n${reply.messageId}`)
    if ((yield* store.receipt(commandId)) !== null) return
    const stored = yield* Effect.forEach(reply.files, ({ name, bytes }) =>
      Effect.exit(attachments.keep(personId, name, bytes)),
    )
    const fileIds = stored.filter(Exit.isSuccess).map(({ value }) => value.attachmentId)
    const files = yield* Effect.orDie(attachments.take(personId, fileIds))
    const meta = { actor: `user:${personId}`, commandId, correlationId: null, causationId: null }
    const problem = yield* tickets
      .reply(personId, number, reply.text, { source: "mail", mailAuth: results, files })
      .pipe(
        Effect.provideService(CurrentMeta, meta),
        Effect.as<Problem | null>(files.length < reply.files.length + reply.filesLeftOut ? "files" : null),
        Effect.catch((refused) =>
          refused._tag === "NoTicket" ? Effect.fail(NO_ADDRESS) : Effect.succeed(problemOf(refused)),
        ),
      )
    if (problem !== null) yield* notifyProblem(profile, number, problem)
  })

  return {
    bytesMax: REPLY_MAIL_BYTES_MAX,
    accepts: (address) => addresses.read(address) !== null,
    receive: Effect.fn("ticketMailRoute.receive")(function* (given) {
      // A bounce: nobody wrote it.
      if (given.sender === "") return
      const reply = yield* reader.read(given.raw)
      if (reply === null) return yield* new MailRefused({ reason: "5.6.0 the message cannot be read" })
      if (reply.isAutomatic) return
      const numbers = new Set(given.recipients.flatMap((address) => addresses.read(address) ?? []))
      for (const number of numbers) yield* addReply(number, reply, given)
    }),
  } satisfies MailRoute
})
