import type { APIRoute } from "astro"
import { Effect } from "effect"
import { isUuid, Sql } from "#core/kernel"
import { run } from "../runtime.ts"

/** Streams of one thing each that has a page, by the first part of their names. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  operation: (id) => `/operations/${id}`,
  case: (id) => `/moderation/${id}`,
  idcheck: (id) => `/identity/${id}`,
}
/** What an id alone may name. */
const NAMED = [...Object.keys(PAGES), "account", "feed", "ticket", "withdrawal", "post", "comment"]
const TICKET = /^T[0-9A-Z]{8}$/i

/** Finds what an exact id names: a position, an event, a request, a stream, a ticket, a case, a person or a feed. */
export const GET: APIRoute = async ({ url, redirect }) => {
  const id = (url.searchParams.get("id") ?? "").trim().slice(0, 200)
  if (/^\d{1,15}$/.test(id)) return redirect(`/events/${id}`, 303)
  if (TICKET.test(id)) return redirect(`/tickets/${id.toUpperCase()}`, 303)
  const found = await run(whereIs(id))
  return redirect(found, 303)
}

const whereIs = Effect.fn("whereIs")(function* (id: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ isPerson: boolean; isStream: boolean; stream: string | null }>>`
      select
        exists (select from read.account where user_code = ${id.toUpperCase()} or channel_code = ${id.toUpperCase()}) as "isPerson",
        exists (select from es.stream where stream = ${id}) as "isStream",
        (select stream from es.stream where stream = any(${NAMED.map((name) => `${name}-${id}`)}) limit 1) as stream`,
  )
  if (row?.isPerson === true) return `/people?code=${encodeURIComponent(id)}`
  const page = PAGES[row?.stream?.split("-")[0] ?? ""]
  if (page !== undefined) return page(id)
  if (row?.isStream === true || row?.stream != null)
    return `/events?${new URLSearchParams({ stream: row.stream ?? id })}`
  return `/events?${new URLSearchParams(isUuid(id) ? { correlation: id } : { stream: id })}`
})
