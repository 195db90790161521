import { Effect } from "effect"
import { sql } from "kysely"
import { PAYDAY_CYCLES_MAX, PAYDAY_DELAY_MS, REMINDER_DAYS } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { subscriptionCycle, subscriptionRule } from "./tables.ts"

/** Rules and cycles of one run of the worker. */
const DUE_MAX = 200
/** Cycles of one list of a payday: several batches. */
const ENDED_MAX = 4 * PAYDAY_CYCLES_MAX

const DAY_MS = 86_400_000

const db = readModels(subscriptionCycle, subscriptionRule)
const rules = db.selectFrom("read.subscription_rule").select(["person_id as personId", "number"])

/** Rules whose term or grace period is over, the longest due first. */
export const listDueRules = Effect.fn("listDueRules")(function* (nowMs: number) {
  const { query } = yield* Sql
  const due = rules.where("due_at", "<=", new Date(nowMs))
  return yield* query(due.orderBy("due_at").orderBy("person_id").orderBy("number").limit(DUE_MAX))
})

/** Rules whose renewal could not be charged, after the given one: of one person, or of everybody. */
export const listMissedRules = Effect.fn("listMissedRules")(function* (
  after: { readonly personId: string; readonly number: number } | null,
  personId?: string,
) {
  const { query } = yield* Sql
  const missed = rules
    .where("missed", "is not", null)
    .$if(personId !== undefined, (some) => some.where("person_id", "=", personId ?? ""))
    .$if(after !== null, (some) =>
      some.where((eb) =>
        eb(eb.refTuple("person_id", "number"), ">", eb.tuple(after?.personId ?? "", after?.number ?? 0)),
      ),
    )
  return yield* query(missed.orderBy("person_id").orderBy("number").limit(DUE_MAX))
})

/** Rules whose renewal is near and has not been told yet with this number of days, after the given one. */
export const listRemindable = Effect.fn("listRemindable")(function* (
  after: { readonly personId: string; readonly number: number } | null,
  nowMs: number,
) {
  const { query } = yield* Sql
  const inDays = (days: number) => new Date(nowMs + days * DAY_MS)
  const remindable = rules
    .where("auto_renew", "=", true)
    .where("intent", "=", "active")
    .where("ends_at", ">", new Date(nowMs))
    .where((eb) =>
      eb.or(
        REMINDER_DAYS.map((days) =>
          eb.and([
            eb("ends_at", "<=", inDays(days)),
            eb.or([eb("reminded_days", "is", null), eb("reminded_days", ">", days)]),
          ]),
        ),
      ),
    )
    .$if(after !== null, (some) =>
      some.where((eb) =>
        eb(eb.refTuple("person_id", "number"), ">", eb.tuple(after?.personId ?? "", after?.number ?? 0)),
      ),
    )
  return yield* query(remindable.orderBy("person_id").orderBy("number").limit(DUE_MAX))
})

/** Cycles that can be paid out, the oldest first. */
export const listEndedCycles = Effect.fn("listEndedCycles")(function* (nowMs: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_cycle")
      .select(["person_id as personId", "number", "n"])
      .where("closed_at", "is", null)
      .where("ends_at", "<=", new Date(nowMs - PAYDAY_DELAY_MS))
      .orderBy("ends_at")
      .limit(ENDED_MAX),
  )
})

/** Rules that a creator is in. */
export const listRulesOfCreator = Effect.fn("listRulesOfCreator")(function* (creatorId: string) {
  const { query } = yield* Sql
  const creator = JSON.stringify([{ creatorId }])
  return yield* query(rules.where(sql<boolean>`creators @> ${creator}::text::jsonb`).limit(DUE_MAX))
})
