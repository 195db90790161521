import { Effect } from "effect"
import type { InferResult } from "kysely"
import type { TicketPriority, TicketStatus } from "#contract/tickets"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { ticket } from "./tables.ts"

export const QUEUE_PAGE_MAX = 100

const db = readModels(ticket).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null }
}>()

const queue = db
  .selectFrom("read.ticket as ticket")
  .leftJoin("read.account as account", "account.person_id", "ticket.person_id")
  .leftJoin("read.ticket as target", "target.ticket_id", "ticket.merged_into_id")
  .select([
    "ticket.ticket_id as ticketId",
    "ticket.number",
    "ticket.person_id as personId",
    "account.user_code as userCode",
    "ticket.subject",
    "ticket.topic",
    "ticket.locale",
    "ticket.status",
    "ticket.priority",
    "ticket.assignee",
    "ticket.tags",
    "ticket.breaches",
    "ticket.version",
    "ticket.rating",
    "ticket.link_kind as linkKind",
    "ticket.link_id as linkId",
    "ticket.opened_at as openedAt",
    "ticket.changed_at as changedAt",
    "ticket.merged_into_id as mergedIntoId",
    "target.number as mergedInto",
  ])
/** A ticket as operators see it. */
export type QueuedTicket = InferResult<typeof queue>[number]

export type QueueFilter = {
  readonly statuses: ReadonlyArray<TicketStatus>
  readonly priority?: TicketPriority
  /** An operator, or null for tickets of nobody. */
  readonly assignee?: string | null
  readonly tag?: string
  /** The last ticket of the page before. */
  readonly after?: { readonly changedAt: Date; readonly ticketId: string }
  readonly limit?: number
}

/** Tickets for operators, the longest unchanged first. Merged ones are in the ticket that they went into. */
export const listQueue = Effect.fn("listQueue")(function* ({
  statuses,
  priority,
  assignee,
  tag,
  after,
  limit,
}: QueueFilter) {
  const { query } = yield* Sql
  return yield* query(
    queue
      // One status alone is read in the order of the index.
      .where((eb) => {
        const [first, ...others] = statuses
        return first !== undefined && others.length === 0
          ? eb("ticket.status", "=", first)
          : isAnyOf(eb.ref("ticket.status"), statuses)
      })
      .where("ticket.merged_into_id", "is", null)
      .$if(priority !== undefined, (some) => some.where("ticket.priority", "=", priority ?? "normal"))
      .$if(assignee === null, (some) => some.where("ticket.assignee", "is", null))
      .$if(typeof assignee === "string", (some) => some.where("ticket.assignee", "=", assignee ?? ""))
      .$if(tag !== undefined, (some) => some.where((eb) => eb(eb.val(tag ?? ""), "=", eb.fn.any("ticket.tags"))))
      .$if(after !== undefined, (some) =>
        some.where((eb) =>
          eb(
            eb.refTuple("ticket.changed_at", "ticket.ticket_id"),
            ">",
            eb.tuple(after?.changedAt ?? new Date(0), after?.ticketId ?? ""),
          ),
        ),
      )
      .orderBy("ticket.changed_at")
      .orderBy("ticket.ticket_id")
      .limit(Math.min(limit ?? QUEUE_PAGE_MAX, QUEUE_PAGE_MAX)),
  )
})

/** The ticket with this number, or null. */
export const findTicket = Effect.fn("findTicket")(function* (number: string) {
  const { query } = yield* Sql
  const [found] = yield* query(queue.where("ticket.number", "=", number.trim().toUpperCase()))
  return found ?? null
})
