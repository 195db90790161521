import type { APIRoute } from "astro"
import { Effect } from "effect"
import { isUuid, Sql } from "#core/kernel"
import { run } from "../runtime.ts"

/** Finds what an exact id names: a position, an event, a request, a stream, a person or a feed. */
export const GET: APIRoute = async ({ url, redirect }) => {
  const id = (url.searchParams.get("id") ?? "").trim().slice(0, 200)
  if (/^\d{1,15}$/.test(id)) return redirect(`/events/${id}`, 303)
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
        (select stream from es.stream where stream in (${`operation-${id}`}, ${`account-${id}`}, ${`feed-${id}`}) limit 1) as stream`,
  )
  if (row?.isPerson === true) return `/people?code=${encodeURIComponent(id)}`
  if (row?.stream?.startsWith("operation-") === true) return `/operations/${id}`
  if (row?.isStream === true || row?.stream != null)
    return `/events?${new URLSearchParams({ stream: row.stream ?? id })}`
  return `/events?${new URLSearchParams(isUuid(id) ? { correlation: id } : { stream: id })}`
})
