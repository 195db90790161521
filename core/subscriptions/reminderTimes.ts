import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { REMINDER_DAYS } from "./limits.ts"

type RuleRef = { readonly personId: string; readonly number: number }

/** Rules of one list. */
const DUE_MAX = 200
const DAY_MS = 86_400_000

/** When a rule whose term ends at a time is looked at next; null if the last reminder is past. */
const nextTime = (endsMs: number, afterMs: number): Date | null => {
  const times = REMINDER_DAYS.map((days) => endsMs - days * DAY_MS).filter((ms) => ms > afterMs)
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Schedules the reminders of a term that was charged. */
export const scheduleReminders = Effect.fn("scheduleReminders")(function* (rule: RuleRef, endsMs: number) {
  const { client: sql } = yield* Sql
  const dueAt = nextTime(endsMs, 0)
  yield* Effect.promise(
    () => sql`
      insert into subscriptions.reminder (person_id, number, ends_at, due_at)
      values (${rule.personId}, ${rule.number}, ${new Date(endsMs)}, ${dueAt})
      on conflict (person_id, number) do update set ends_at = excluded.ends_at, due_at = excluded.due_at
      where reminder.ends_at < excluded.ends_at`,
  )
})

/** Rules whose payers may have to be reminded, the longest due first. */
export const listDueReminders = Effect.fn("listDueReminders")(function* (nowMs: number) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<RuleRef & { endsAt: Date }>>`
      select person_id as "personId", number, ends_at as "endsAt" from subscriptions.reminder
      where due_at <= ${new Date(nowMs)} order by due_at, person_id, number limit ${DUE_MAX}`,
  )
})

/** Schedules the next reminder of rules that were looked at, or none after the last one. */
export const passReminders = Effect.fn("passReminders")(function* (
  rules: ReadonlyArray<RuleRef & { readonly endsAt: Date }>,
  nowMs: number,
) {
  const { client: sql } = yield* Sql
  const passed = rules.map(({ personId, number, endsAt }) => ({
    ...{ personId, number, endsAt: endsAt.toISOString() },
    dueAt: nextTime(endsAt.getTime(), nowMs)?.toISOString() ?? null,
  }))
  yield* Effect.promise(
    () => sql`
      with passed as (
        select * from jsonb_to_recordset(${sql.json(passed)})
          as p("personId" uuid, number smallint, "endsAt" timestamptz, "dueAt" timestamptz)
      ), over as (
        delete from subscriptions.reminder r using passed p
        where r.person_id = p."personId" and r.number = p.number and r.ends_at = p."endsAt" and p."dueAt" is null
      )
      update subscriptions.reminder r set due_at = p."dueAt" from passed p
      where r.person_id = p."personId" and r.number = p.number and r.ends_at = p."endsAt" and p."dueAt" is not null`,
  )
})
