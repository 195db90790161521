import { Effect } from "effect"
import { DAY_MS, type DepartureReason, REPORT_DAYS } from "#contract/subscriptions"
import { Sql, type SqlClient } from "#core/kernel"
import { coarseReasons, type ReasonCounts, reasonOfPerson } from "./coarseReasons.ts"

/** Months after joining at which a cohort is counted again. */
export const COHORT_MONTHS = [1, 2, 3, 6, 12] as const
/** Months of one report: the running one, and those before it. */
const MONTHS_MAX = 13
const COHORTS_MAX = 24
/** People in the list of one report. */
const MOVES_MAX = 50

/** Everybody who supports a creator, or those with premium. */
type Tier = "stays" | "premium"

export type Flow = {
  readonly days: (typeof REPORT_DAYS)[number]
  readonly joined: number
  readonly left: number
  readonly reasons: ReasonCounts
}
export type MonthOfSupporters = {
  /** UTC, `2026-11`. */
  readonly month: string
  /** People at the start of the month, and those of them who had left at its end. */
  readonly present: number
  readonly churned: number
  readonly joined: number
  readonly left: number
}
export type Cohort = {
  readonly month: string
  readonly joined: number
  /** How many of them were here so many months after they joined; null while that is not over for all. */
  readonly stayed: ReadonlyArray<{ readonly months: number; readonly count: number | null }>
}
/** Somebody who joined or left. Names are null after an account was closed. */
export type SupporterMove = {
  readonly at: Date
  readonly isPremium: boolean
  /** Null for people who joined. */
  readonly reason: DepartureReason | null
  readonly hasLeft: boolean
  readonly userCode: string | null
  readonly displayName: string | null
}

/**
 * Who supports a creator, who joined and left, and how long people stay, all of it about this creator alone. Reasons that
 * tell what people have are merged into others, where few people left (`coarseReasons`).
 * @param days the window of the list of people
 */
export const reportOnSupporters = Effect.fn("reportOnSupporters")(function* (
  creatorId: string,
  days: number,
  nowMs: number,
) {
  const { client: sql } = yield* Sql
  const now = new Date(nowMs)
  const [all, premium, cohorts, moves] = yield* Effect.promise(() =>
    Promise.all([
      tierOf(sql, creatorId, "stays", now),
      tierOf(sql, creatorId, "premium", now),
      cohortsOf(sql, creatorId, now),
      movesOf(sql, creatorId, new Date(nowMs - days * DAY_MS), now),
    ]),
  )
  return { all, premium, cohorts, moves }
})

/**
 * The stays of each person with a creator, over all their rules: stays that overlap or touch are one. Raw, because
 * multiranges merge them, and answer whether somebody was here at a time.
 */
const people = (sql: SqlClient, creatorId: string, tier: Tier) => sql`
  raw as (
    select m.member, m.person_id, stay ->> 'reason' as reason,
      (stay ->> 'from')::timestamptz as joined_at, (stay ->> 'to')::timestamptz as left_at
    from read.subscription_membership m cross join lateral jsonb_array_elements(m.${sql(tier)} -> ${creatorId}) stay
    where m.creator_ids @> array[${creatorId}]),
  people as (
    select member, max(person_id) as person_id, range_agg(tstzrange(joined_at, left_at)) as during
    from raw where left_at is null or left_at > joined_at group by member),
  stays as (
    select p.member, p.person_id, lower(span) as joined_at, upper(span) as left_at,
      (select min(reason) from raw where raw.member = p.member and raw.left_at = upper(span)) as reason
    from people p cross join lateral unnest(p.during) span)`

const tierOf = async (sql: SqlClient, creatorId: string, tier: Tier, now: Date) => {
  const months = monthsBefore(now)
  const rows = await sql<Array<{ month: string; present: number; churned: number; joined: number; left: number }>>`
    with ${people(sql, creatorId, tier)},
    month as (select * from unnest(${months.map(({ month }) => month)}::text[], ${months.map(({ start }) => start.toISOString())}::timestamptz[],
      ${months.map(({ end }) => end.toISOString())}::timestamptz[]) each (month, starts, ends))
    select month.month,
      (select count(*) from people where during @> starts)::int as present,
      (select count(*) from people where during @> starts and not during @> ends)::int as churned,
      (select count(*) from stays where joined_at > starts and joined_at <= ends)::int as joined,
      (select count(*) from stays where left_at > starts and left_at <= ends)::int as "left"
    from month order by starts desc`
  const [counted] = await sql<Array<{ present: number }>>`
    with ${people(sql, creatorId, tier)} select count(*)::int as present from people where during @> ${now}::timestamptz`
  const flows = await Promise.all(
    REPORT_DAYS.map(async (days): Promise<Flow> => {
      const since = new Date(now.getTime() - days * DAY_MS)
      const [joined] = await sql<Array<{ count: number }>>`
        with ${people(sql, creatorId, tier)}
        select count(*)::int as count from stays where joined_at > ${since} and joined_at <= ${now}`
      const left = await sql<Array<{ reason: DepartureReason; count: number }>>`
        with ${people(sql, creatorId, tier)}
        select reason, count(*)::int as count from stays where left_at > ${since} and left_at <= ${now} group by reason`
      return {
        ...{ days, joined: joined?.count ?? 0, left: left.reduce((sum, { count }) => sum + count, 0) },
        reasons: coarseReasons(new Map(left.map(({ reason, count }) => [reason, count]))),
      }
    }),
  )
  return { present: counted?.present ?? 0, months: rows as ReadonlyArray<MonthOfSupporters>, flows }
}

/** By the month of the first time that somebody joined. */
const cohortsOf = async (sql: SqlClient, creatorId: string, now: Date): Promise<ReadonlyArray<Cohort>> => {
  const rows = await sql<Array<{ month: string; joined: number; stayed: ReadonlyArray<number> }>>`
    with ${people(sql, creatorId, "stays")},
    first as (select lower(during) as at, during from people where not isempty(during) and lower(during) <= ${now})
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as joined,
      array[${COHORT_MONTHS.map(
        (months, place) => sql`${place === 0 ? sql`` : sql`,`}
        count(*) filter (where during @> (at at time zone 'UTC' + make_interval(months => ${months})) at time zone 'UTC')::int`,
      )}] as stayed
    from first group by 1 order by 1 desc limit ${COHORTS_MAX}`
  return rows.map(({ month, joined, stayed }) => ({
    ...{ month, joined },
    stayed: COHORT_MONTHS.map((months, place) => {
      const isOver = monthStart(month, 1 + months) <= now
      return { months, count: isOver ? (stayed[place] ?? 0) : null }
    }),
  }))
}

const movesOf = async (sql: SqlClient, creatorId: string, since: Date, now: Date) => {
  const rows = await Promise.all(
    (["stays", "premium"] as const).map(async (tier) => {
      const found = await sql<Array<Omit<SupporterMove, "isPremium">>>`
        with ${people(sql, creatorId, tier)},
        moves as (
          select person_id, joined_at as at, null as reason, false as "hasLeft" from stays
          union all select person_id, left_at, reason, true from stays)
        select at, reason, "hasLeft", coalesce(account.channel_code, account.user_code) as "userCode", account.display_name as "displayName"
        from moves left join read.account using (person_id)
        where at > ${since} and at <= ${now} order by at desc, "hasLeft", account.user_code limit ${MOVES_MAX}`
      return found.map((move) => ({ ...move, isPremium: tier === "premium" }))
    }),
  )
  return rows
    .flat()
    .map((move): SupporterMove => ({ ...move, reason: move.reason === null ? null : reasonOfPerson(move.reason) }))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MOVES_MAX)
}

/** The newest month first; the running one ends now. */
const monthsBefore = (now: Date) =>
  Array.from({ length: MONTHS_MAX }, (_, back) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
    return { month: start.toISOString().slice(0, 7), start, end: end < now ? end : now }
  })

/** The start of the month that comes so many months after another. */
const monthStart = (month: string, after: number): Date => {
  const start = new Date(`${month}-01T00:00:00Z`)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + after, 1))
}
