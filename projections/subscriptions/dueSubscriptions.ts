import { Effect } from "effect"
import { sql } from "kysely"
import { PAYDAY_CYCLES_MAX, PAYDAY_DELAY_MS } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { subscriptionCycle, subscriptionRule } from "./tables.ts"

/** Rules and cycles of one run of the worker. */
const DUE_MAX = 200
/** Cycles of one list of a payday: several batches. */
const ENDED_MAX = 4 * PAYDAY_CYCLES_MAX

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

/** Rules whose months one creator's rehearsal counts. */
const REHEARSED_MAX = 500

/** Rules with a paid term that one of some creators is in, and whether there are more. */
export const listPaidRulesOfCreators = Effect.fn("listPaidRulesOfCreators")(function* (
  creatorIds: ReadonlyArray<string>,
) {
  const { query } = yield* Sql
  const creators = creatorIds.map((creatorId) => JSON.stringify([{ creatorId }]))
  const found = yield* query(
    rules
      .where((eb) => eb.or(creators.map((creator) => sql<boolean>`creators @> ${creator}::text::jsonb`)))
      .where("ends_at", "is not", null)
      .orderBy("person_id")
      .orderBy("number")
      .limit(REHEARSED_MAX + 1),
  )
  return { rules: found.slice(0, REHEARSED_MAX), hasMore: found.length > REHEARSED_MAX }
})

/** Rules that a creator was in when operators withheld their channel, after the given one. */
export const listRulesOfWithheld = Effect.fn("listRulesOfWithheld")(function* (
  creatorId: string,
  after: { readonly personId: string; readonly number: number },
) {
  const { query } = yield* Sql
  const withheld = JSON.stringify([creatorId])
  return yield* query(
    rules
      .where(sql<boolean>`withheld @> ${withheld}::text::jsonb`)
      .where((eb) => eb(eb.refTuple("person_id", "number"), ">", eb.tuple(after.personId, after.number)))
      .orderBy("person_id")
      .orderBy("number")
      .limit(DUE_MAX),
  )
})

/** Rules that a creator is in. */
export const listRulesOfCreator = Effect.fn("listRulesOfCreator")(function* (creatorId: string) {
  const { query } = yield* Sql
  const creator = JSON.stringify([{ creatorId }])
  return yield* query(rules.where(sql<boolean>`creators @> ${creator}::text::jsonb`).limit(DUE_MAX))
})
