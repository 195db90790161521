import { Effect } from "effect"
import { isUuid, Sql } from "#core/kernel"
import { PAGED_CATEGORIES, pageOfStream } from "../streamPages.ts"

/** What an id alone may name. */
const NAMED = [...PAGED_CATEGORIES, "account", "feed", "withdrawal", "post", "comment"]
const TICKET = /^T[0-9A-Z]{8}$/i

/**
 * The page of what an exact id names: a position, an event, a request, a stream, a ticket, a case, a person or a feed. Null if it
 * names nothing.
 */
export const findById = Effect.fn("findById")(function* (id: string) {
  if (/^\d{1,15}$/.test(id)) return `/events/${id}`
  if (TICKET.test(id)) return `/tickets/${id.toUpperCase()}`
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ isPerson: boolean; stream: string | null }>>`
      select
        exists (select from read.account where user_code = ${id.toUpperCase()} or channel_code = ${id.toUpperCase()}) as "isPerson",
        (select stream from es.stream where stream = any(${[id, ...NAMED.map((name) => `${name}-${id}`)]}) limit 1) as stream`,
  )
  if (row?.isPerson === true) return `/people?code=${encodeURIComponent(id)}`
  const stream = row?.stream ?? null
  if (stream !== null)
    return (stream === id ? null : pageOfStream(stream)) ?? `/events?${new URLSearchParams({ stream })}`
  return isUuid(id) ? `/events?${new URLSearchParams({ correlation: id })}` : null
})
