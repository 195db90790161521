import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { LinkPreviews } from "#core/chat"
import { Sql } from "#core/kernel"

/** What is known of a linked page. */
export type StoredCard = {
  readonly title: string
  readonly description: string | null
  readonly siteName: string | null
  /** The picture that the page names, at its original address. */
  readonly imageUrl: string | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How long a card is shown before it is fetched again, and how often a shown one is noted. */
const FRESH_MS = 7 * DAY_MS
const NOTED_MS = DAY_MS
/** Pauses after failures: doubling from the first to the last. */
const RETRY_MS = 10 * MINUTE_MS
const RETRY_MS_MAX = 3 * DAY_MS
/** Failures in a row after which a card is the address alone again. */
const FAILURES_MAX = 6
/** How long a worker may take for a page that it has taken. */
const LEASE_MS = 10 * MINUTE_MS
/** Pages of one run, and at the same time. */
const RUN_MAX = 20
const AT_ONCE_MAX = 4
/** Pages that wait; further ones are noted when their text is shown again. */
const WAITING_MAX = 2_000
/** Cards that were not shown for so long are fetched no more, and deleted. */
const WANTED_MS = 30 * DAY_MS
const KEPT_MS = 90 * DAY_MS

/**
 * Cards of the pages that posts link to. A text that is shown asks for the cards of its addresses; the worker fetches those
 * that are missing or old. Nothing waits for a page of others.
 */
export class LinkCards extends Context.Service<
  LinkCards,
  {
    /** The known cards of these addresses. Missing ones will be fetched. */
    find(addresses: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, StoredCard>>
    /** Fetches pages that are due, through the guard of all foreign addresses. Returns their number. */
    readonly fetchDue: Effect.Effect<number>
    /** Deletes cards that nobody has seen for a long time. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/publishing/LinkCards") {
  static readonly layer = Layer.effect(
    LinkCards,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const previews = yield* LinkPreviews
      const digestOf = (address: string) => createHash("sha256").update(address).digest("hex")

      const note = (addresses: ReadonlyArray<string>, now: Date) =>
        Effect.promise(
          () => sql`
            insert into publishing.link_card (digest, address, wanted_at, next_at)
            select d, a, ${now}, ${now}
            from unnest(${addresses.map(digestOf)}::text[], ${[...addresses]}::text[]) as wanted(d, a)
            where (select count(*) from (
              select 1 from publishing.link_card where next_at <= ${now} limit ${WAITING_MAX}
            ) waiting) < ${WAITING_MAX}
            on conflict (digest) do update set wanted_at = excluded.wanted_at`,
        )

      const fetchOne = Effect.fnUntraced(function* ({ digest, address, failures }: DueRow) {
        const card = yield* previews.of(address)
        const nowMs = yield* Clock.currentTimeMillis
        if (card === null) {
          const failed = failures + 1
          const pauseMs = Math.min(RETRY_MS * 2 ** failures, RETRY_MS_MAX)
          yield* Effect.promise(
            () => sql`
              update publishing.link_card set failures = ${failed}, next_at = ${new Date(nowMs + pauseMs)},
                title = case when ${failed}::int >= ${FAILURES_MAX}::int then null else title end
              where digest = ${digest}`,
          )
          return
        }
        const { title, description, siteName, imageUrl } = card
        yield* Effect.promise(
          () => sql`
            update publishing.link_card set title = ${title}, description = ${description}, site_name = ${siteName},
              image_url = ${imageUrl}, failures = 0, next_at = ${new Date(nowMs + FRESH_MS)}
            where digest = ${digest}`,
        )
      })

      return LinkCards.of({
        find: Effect.fn("LinkCards.find")(function* (addresses) {
          if (addresses.length === 0) return new Map()
          const nowMs = yield* Clock.currentTimeMillis
          const rows = yield* Effect.promise(
            () => sql<Array<CardRow>>`
              select address, title, description, site_name as "siteName", image_url as "imageUrl",
                (extract(epoch from wanted_at) * 1000)::float8 as "wantedMs"
              from publishing.link_card where digest = any(${addresses.map(digestOf)}::text[])`,
          )
          const noted = new Set(
            rows.filter(({ wantedMs }) => wantedMs > nowMs - NOTED_MS).map(({ address }) => address),
          )
          const unnoted = addresses.filter((address) => !noted.has(address))
          if (unnoted.length > 0) yield* note(unnoted, new Date(nowMs))
          return new Map(
            rows.flatMap(({ address, title, description, siteName, imageUrl }) =>
              title === null ? [] : [[address, { title, description, siteName, imageUrl }] as const],
            ),
          )
        }),

        fetchDue: Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          // Another worker takes others; a page whose worker was killed is due again after the lease.
          const due = yield* Effect.promise(
            () => sql<Array<DueRow>>`
              update publishing.link_card set next_at = ${new Date(nowMs + LEASE_MS)}
              where digest in (
                select digest from publishing.link_card
                where next_at <= ${new Date(nowMs)} and wanted_at > ${new Date(nowMs - WANTED_MS)}
                order by next_at limit ${RUN_MAX} for update skip locked
              )
              returning digest, address, failures`,
          )
          yield* Effect.forEach(due, fetchOne, { concurrency: AT_ONCE_MAX, discard: true })
          return due.length
        }),

        sweep: Effect.gen(function* () {
          const before = new Date((yield* Clock.currentTimeMillis) - KEPT_MS)
          yield* Effect.promise(() => sql`delete from publishing.link_card where wanted_at < ${before}`)
        }),
      })
    }),
  )
}

type CardRow = {
  readonly address: string
  readonly title: string | null
  readonly description: string | null
  readonly siteName: string | null
  readonly imageUrl: string | null
  readonly wantedMs: number
}
type DueRow = { readonly digest: string; readonly address: string; readonly failures: number }
