import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"

/** Cached parts and their total bytes; the oldest beyond that are deleted. */
export const PARTS_MAX = 50_000
export const PARTS_BYTES_MAX = 1_000_000_000

/** A cached part as text, or the reason why there is none. */
export type CachedPart = { readonly content: string | null; readonly refusal: string | null }

/** Caches parts until they expire. */
export const makePartStore = (sql: SqlClient) => ({
  find: (kind: string, address: string): Effect.Effect<CachedPart | null> =>
    Effect.promise(async () => {
      const [row] = await sql<Array<CachedPart>>`
        select content, refusal from feeds.part where key = ${keyOf(kind, address)} and keep_until > now()`
      return row ?? null
    }),

  keep: (kind: string, address: string, { content, refusal }: CachedPart, seconds: number): Effect.Effect<void> =>
    Effect.promise(async () => {
      const bytes = Buffer.byteLength(content ?? "")
      await sql`
        insert into feeds.part (key, kind, content, refusal, bytes, keep_until)
        values (${keyOf(kind, address)}, ${kind}, ${content}, ${refusal}, ${bytes}, now() + ${seconds} * interval '1 second')
        on conflict (key) do update set content = excluded.content, refusal = excluded.refusal, bytes = excluded.bytes,
          kept_at = now(), keep_until = excluded.keep_until`
    }),

  /** Deletes expired parts and those beyond the limits. */
  sweep: ({ rowsMax = PARTS_MAX, bytesMax = PARTS_BYTES_MAX } = {}): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`delete from feeds.part where keep_until <= now()`
      await sql`
        delete from feeds.part where key in (
          select key from (
            select key, row_number() over newest as place, sum(bytes) over newest as total
            from feeds.part window newest as (order by kept_at desc, key)
          ) as kept where place > ${rowsMax} or total > ${bytesMax})`
    }),
})
export type PartStore = ReturnType<typeof makePartStore>

const keyOf = (kind: string, address: string): string =>
  createHash("sha256").update(`${kind}\n${address}`).digest("hex")
