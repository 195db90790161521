import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { EMAIL_STATUS, type EmailStatusId } from "../listRules.ts"
import type { SendingKind } from "./SendingStore.ts"

/** A letter that the mail server took counts as delivered if no bounce has come back after this time. */
const DELIVERED_AFTER_MS = 86_400_000
export const REPORTS_PAGE_SIZE_MAX = 20
export const LETTERS_PAGE_SIZE_MAX = 100

/** What became of the mail about one post. `candidates` = the sum of `byStatus` + the sum of `excluded`. */
export type SendingReport = {
  readonly sendingId: string
  readonly kind: SendingKind
  readonly postId: string
  readonly authorId: string
  readonly channelId: number
  readonly state: "held" | "running" | "finished" | "cancelled"
  readonly dueMs: number
  readonly candidates: number
  readonly byStatus: Readonly<Record<EmailStatusId, number>>
  readonly excluded: Readonly<Record<string, number>>
  /** Letters that may have arrived twice, or not at all. They are part of `byStatus`. */
  readonly uncertain: number
}
/** One reader in a report. */
export type ReportedLetter = {
  readonly personId: string
  readonly statusId: EmailStatusId
  /** When it was sent or given up; null while it is queued. */
  readonly settledMs: number | null
  readonly reply: string | null
}
type Page = { readonly page: number; readonly pageSize: number }
type SendingRow = Pick<SendingReport, "sendingId" | "kind" | "postId" | "authorId" | "channelId" | "state" | "dueMs">
type CountRow = { sendingId: string; status: EmailStatusId | 0; reason: string | null; unsure: boolean; count: number }

/** Reports on runs of mail, for their authors. Raw statements: they read rows that no read model has. */
export class Reports extends Context.Service<
  Reports,
  {
    /** Reports of an author, the newest first; of one channel if it is given. */
    list(
      authorId: string,
      page: Page & { readonly channelId?: number | undefined },
    ): Effect.Effect<ReadonlyArray<SendingReport>>
    /** The report of one run; null if there is none of this author. */
    find(authorId: string, sendingId: string): Effect.Effect<SendingReport | null>
    /** Readers in the order of their letters; only those in one status if it is given. */
    letters(
      sendingId: string,
      page: Page & { readonly statusId?: EmailStatusId | undefined },
    ): Effect.Effect<ReadonlyArray<ReportedLetter>>
    /** Records that a person has read a post by its mail. */
    opened(postId: string, personId: string): Effect.Effect<void>
  }
>()("core/newsletters/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      /** The status of a letter; 0 if it was excluded, so that it has none. */
      const statusAt = (nowMs: number) => sql`
        case
          when state in ('waiting', 'sending') then ${EMAIL_STATUS.queued}::int
          when bounced_at is not null then ${EMAIL_STATUS.bounced}::int
          when reason = 'undeliverable' and not is_uncertain then ${EMAIL_STATUS.failed}::int
          when state = 'excluded' and not is_uncertain then 0
          when opened_at is not null then ${EMAIL_STATUS.opened}::int
          when settled_at < ${new Date(nowMs - DELIVERED_AFTER_MS)} then ${EMAIL_STATUS.delivered}::int
          else ${EMAIL_STATUS.sent}::int
        end`
      const columns = sql`
        sending_id as "sendingId", kind, post_id as "postId", author_id as "authorId", channel_id as "channelId", state,
        (extract(epoch from due_at) * 1000)::float8 as "dueMs"`

      const withCounts = Effect.fnUntraced(function* (rows: ReadonlyArray<SendingRow>) {
        if (rows.length === 0) return []
        const nowMs = yield* Clock.currentTimeMillis
        const counts = yield* Effect.promise(
          () => sql<Array<CountRow>>`
            select sending_id as "sendingId", ${statusAt(nowMs)} as status, reason, is_uncertain as unsure,
              count(*)::int as count
            from newsletters.letter where sending_id = any(${rows.map(({ sendingId }) => sendingId)}::uuid[])
            group by 1, 2, 3, 4`,
        )
        return rows.map((row) =>
          reportOf(
            row,
            counts.filter(({ sendingId }) => sendingId === row.sendingId),
          ),
        )
      })

      return Reports.of({
        list: Effect.fn("Reports.list")(function* (authorId, { page, pageSize, channelId }) {
          const size = Math.min(Math.max(pageSize, 1), REPORTS_PAGE_SIZE_MAX)
          const rows = yield* Effect.promise(
            () => sql<Array<SendingRow>>`
              select ${columns} from newsletters.sending
              where author_id = ${authorId} ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
              order by sending_id desc limit ${size} offset ${(Math.max(page, 1) - 1) * size}`,
          )
          return yield* withCounts(rows)
        }),
        find: Effect.fn("Reports.find")(function* (authorId, sendingId) {
          const rows = yield* Effect.promise(
            () => sql<Array<SendingRow>>`
              select ${columns} from newsletters.sending where author_id = ${authorId} and sending_id = ${sendingId}`,
          )
          return (yield* withCounts(rows))[0] ?? null
        }),
        letters: Effect.fn("Reports.letters")(function* (sendingId, { page, pageSize, statusId }) {
          const nowMs = yield* Clock.currentTimeMillis
          const size = Math.min(Math.max(pageSize, 1), LETTERS_PAGE_SIZE_MAX)
          const rows: ReadonlyArray<ReportedLetter> = yield* Effect.promise(
            () => sql<Array<ReportedLetter>>`
              select "personId", status as "statusId", "settledMs", reply from (
                select person_id as "personId", ${statusAt(nowMs)} as status, reply, letter_id,
                  (extract(epoch from settled_at) * 1000)::float8 as "settledMs"
                from newsletters.letter where sending_id = ${sendingId}
              ) l where status ${statusId === undefined ? sql`> 0` : sql`= ${statusId}`}
              order by letter_id limit ${size} offset ${(Math.max(page, 1) - 1) * size}`,
          )
          return rows
        }),
        opened: (postId, personId) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.promise(async () => {
              await sql`
                update newsletters.letter set opened_at = ${new Date(nowMs)}
                where sending_id in (select sending_id from newsletters.sending where post_id = ${postId})
                  and person_id = ${personId} and opened_at is null
                  and (state = 'sent' or is_uncertain)`
            }),
          ),
      })
    }),
  )
}

const reportOf = (row: SendingRow, counts: ReadonlyArray<CountRow>): SendingReport => {
  const byStatus: Record<EmailStatusId, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 }
  const excluded: Record<string, number> = {}
  let [candidates, uncertain] = [0, 0]
  for (const { status, reason, unsure, count } of counts) {
    candidates += count
    if (status === 0) excluded[reason ?? "other"] = (excluded[reason ?? "other"] ?? 0) + count
    else byStatus[status] += count
    if (unsure && status !== EMAIL_STATUS.queued) uncertain += count
  }
  return { ...row, candidates, byStatus, excluded, uncertain }
}
