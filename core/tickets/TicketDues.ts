import { Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"

/** The tickets to which something happens by itself, with the time of the next such thing. */
export class TicketDues extends Context.Service<
  TicketDues,
  {
    /** @param dueMs milliseconds since 1970, or null for nothing */
    set(ticketId: string, dueMs: number | null): Effect.Effect<void>
    /** Due tickets, the longest overdue first. */
    list(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<string>>
  }
>()("core/tickets/TicketDues") {
  static readonly layer = Layer.effect(
    TicketDues,
    Effect.map(Sql, ({ client: sql }) =>
      TicketDues.of({
        set: (ticketId, dueMs) =>
          Effect.promise(async () => {
            if (dueMs === null) await sql`delete from tickets.due where ticket_id = ${ticketId}`
            else
              await sql`
                insert into tickets.due (ticket_id, due_at) values (${ticketId}, ${new Date(dueMs)})
                on conflict (ticket_id) do update set due_at = excluded.due_at`
          }),
        list: (nowMs, limit) =>
          Effect.promise(async () => {
            const rows = await sql<Array<{ ticketId: string }>>`
              select ticket_id as "ticketId" from tickets.due where due_at <= ${new Date(nowMs)}
              order by due_at limit ${limit}`
            return rows.map(({ ticketId }) => ticketId)
          }),
      }),
    ),
  )
}
