import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { TicketStatus } from "#contract/tickets"
import { Attachments, isShownFile, type SavedTicket, Tickets } from "#core/tickets"
import { waitFor } from "#projections/runner"
import { findOwnThread, findOwnTicket, listOwnTickets } from "#projections/tickets"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { answer, Conflict, NotFound, refusal, Unreadable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { checkTicketLink } from "./checkTicketLink.ts"
import { refuseTicket } from "./refusals.ts"
import { toListedTicket, toTicket } from "./wire.ts"

/** The statuses of each part of the list. */
const STATUSES: Readonly<Record<"all" | "open" | "done", ReadonlyArray<TicketStatus> | null>> = {
  all: null,
  open: ["open", "waiting"],
  done: ["solved", "closed"],
}

/** Files are downloaded under a name of ours. */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/webp": ".webp",
  "application/pdf": ".pdf",
  "text/plain": ".txt",
}

export const TicketHandlers = HttpApiBuilder.group(
  Api,
  "Ticket",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const [tickets, attachments] = [yield* Tickets, yield* Attachments]
    const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

    const load = Effect.fnUntraced(function* (personId: string, number: string) {
      const found = yield* findOwnTicket(personId, number.trim().toUpperCase())
      if (found === null) return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("tickets.none")))
      return toTicket(found, yield* findOwnThread(found.ticketId))
    })

    /** The ticket after a command, as the next page shows it. */
    const saved = Effect.fnUntraced(function* (
      personId: string,
      { number, position }: SavedTicket,
      message: "tickets.did.open" | "tickets.did.reply" | "tickets.did.close" | "tickets.did.rate",
    ) {
      yield* waitFor("tickets", position)
      const t = translator((yield* CurrentCaller).locale)
      return answer({ ticket: yield* load(personId, number) }, t(message))
    })

    return handlers.handleAll({
      CreateTicket: Effect.fn("CreateTicket")(function* ({
        payload: { topic, subject, text, link, attachmentIds = [] },
      }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const { locale } = yield* CurrentCaller
        const about = link === undefined ? null : { kind: link.kind, targetId: link.id }
        if (about !== null) yield* checkTicketLink(personId, about).pipe(Effect.catch(refuseTicket))
        const files = yield* attachments.take(personId, attachmentIds).pipe(Effect.catch(refuseTicket))
        const form = { topic, subject, text, locale, link: about, files }
        const opened = yield* tickets.open(personId, form).pipe(Effect.catch(refuseTicket))
        // It is the person's own as of this moment.
        return yield* Effect.orDie(saved(personId, opened, "tickets.did.open"))
      }, provide),

      LoadMyTickets: Effect.fn("LoadMyTickets")(function* ({ payload: { state = "all", page = 1 } }) {
        const { personId } = yield* requireMember
        yield* limited
        const found = yield* listOwnTickets(personId, { statuses: STATUSES[state], page })
        return answer({ tickets: found.tickets.map(toListedTicket), hasMore: found.hasMore })
      }, provide),

      LoadTicket: Effect.fn("LoadTicket")(function* ({ payload: { ticketNumber } }) {
        const { personId } = yield* requireMember
        yield* limited
        return answer({ ticket: yield* load(personId, ticketNumber) })
      }, provide),

      ReplyTicket: Effect.fn("ReplyTicket")(function* ({ payload: { ticketNumber, text, attachmentIds = [] } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const files = yield* attachments.take(personId, attachmentIds).pipe(Effect.catch(refuseTicket))
        const delivery = { source: "site", mailAuth: null, files } as const
        const written = yield* tickets.reply(personId, ticketNumber, text, delivery).pipe(Effect.catch(refuseTicket))
        return yield* saved(personId, written, "tickets.did.reply")
      }, provide),

      CloseTicket: Effect.fn("CloseTicket")(function* ({ payload: { ticketNumber } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const closed = yield* tickets.close(personId, ticketNumber).pipe(Effect.catch(refuseTicket))
        return yield* saved(personId, closed, "tickets.did.close")
      }, provide),

      RateTicket: Effect.fn("RateTicket")(function* ({ payload: { ticketNumber, rating, comment = "" } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const rated = yield* tickets.rate(personId, ticketNumber, rating, comment).pipe(Effect.catch(refuseTicket))
        return yield* saved(personId, rated, "tickets.did.rate")
      }, provide),

      UploadAttachment: Effect.fn("UploadAttachment")(function* ({ payload, query: { name = "" } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const t = translator((yield* CurrentCaller).locale)
        return answer(
          yield* attachments
            .keep(personId, name, payload)
            .pipe(
              Effect.catch((refused) =>
                Effect.fail(
                  refused._tag === "TooManyAttachments"
                    ? new Conflict(refusal(t(refused.messageKey)))
                    : new Unreadable(refusal(t(refused.messageKey))),
                ),
              ),
            ),
        )
      }, provide),

      LoadAttachment: Effect.fn("LoadAttachment")(function* ({ payload: { ticketNumber, attachmentId } }) {
        const { personId } = yield* requireMember
        yield* limited
        const found = yield* findOwnTicket(personId, ticketNumber.trim().toUpperCase())
        const state = found === null ? null : yield* tickets.read(found.ticketId)
        const file = state?.attachments.find((each) => each.attachmentId === attachmentId)
        const bytes =
          state === null || !isShownFile(state, attachmentId) ? null : yield* attachments.open(state, attachmentId)
        if (bytes === null || file === undefined) {
          const t = translator((yield* CurrentCaller).locale)
          return yield* new NotFound(refusal(t("tickets.file.gone")))
        }
        // Only pictures, which were encoded here, are named as what they are.
        const contentType = file.mediaType === "image/webp" ? "image/webp" : "application/octet-stream"
        return HttpServerResponse.uint8Array(bytes, {
          contentType,
          headers: {
            "x-content-type-options": "nosniff",
            "content-disposition": `attachment; filename="${found?.number}-${attachmentId.slice(-6)}${ENDINGS[file.mediaType] ?? ""}"`,
          },
        })
      }, provide),
    })
  }),
)
