import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { subscriptionCycle, subscriptionIncome, subscriptionProof } from "./tables.ts"

/** Proofs and paydays of one page. */
const PROOFS_PAGE = 50
const PAYDAYS_PAGE = 30
/** Cycles of one payday. */
const CYCLES_MAX = 1_000

const db = readModels(subscriptionCycle, subscriptionIncome, subscriptionProof)

/** Published proofs of paydays, the newest first. @param before only older ones */
export const listPaydayProofs = Effect.fn("listPaydayProofs")(function* (before: number | null = null) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_proof")
      .select(["number", "cycles", "entries", "root", "previous", "wallet_proof as walletProof", "digest"])
      .select("proved_at as provedAt")
      .$if(before !== null, (some) => some.where("number", "<", before ?? 0))
      .orderBy("number", "desc")
      .limit(PROOFS_PAGE),
  )
})

const paydays = db
  .selectFrom("read.subscription_income")
  .select(["payday_id as paydayId", "asset_type_id as assetTypeId", "amount", "cycles", "paid_at as paidAt"])

/** What a payday brought a creator. */
export type ListedPayday = InferResult<typeof paydays>[number]

/** What one payday brought a creator; null if it paid them nothing. */
export const findPayday = Effect.fn("findPayday")(function* (creatorId: string, paydayId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(paydays.where("creator_id", "=", creatorId).where("payday_id", "=", paydayId).limit(1))
  return found ?? null
})

/** Paydays that paid a creator, the newest first. @param page from 1 */
export const listPaydays = Effect.fn("listPaydays")(function* (creatorId: string, page: number) {
  const { query } = yield* Sql
  const rows = yield* query(
    paydays
      .where("creator_id", "=", creatorId)
      .orderBy("paid_at", "desc")
      .orderBy("payday_id")
      .limit(PAYDAYS_PAGE + 1)
      .offset((page - 1) * PAYDAYS_PAGE),
  )
  return { paydays: rows.slice(0, PAYDAYS_PAGE), hasMore: rows.length > PAYDAYS_PAGE }
})

/** The cycles of a payday that paid a creator. Never shown: they name the payers. */
export const cyclesOfPayday = Effect.fn("cyclesOfPayday")(function* (creatorId: string, paydayId: string) {
  const { query } = yield* Sql
  const creator = JSON.stringify([{ creatorId }])
  const [passedOn, premium] = [
    JSON.stringify([{ forwarded: [{ toId: creatorId }] }]),
    JSON.stringify([{ closed: { forwarded: [{ toId: creatorId }] } }]),
  ]
  return yield* query(
    db
      .selectFrom("read.subscription_cycle")
      .select(["person_id as personId", "number", "n"])
      .where("payday_id", "=", paydayId)
      .where(
        sql<boolean>`(shares @> ${creator}::text::jsonb or seats @> ${creator}::text::jsonb
          or shares @> ${passedOn}::text::jsonb or seats @> ${premium}::text::jsonb)`,
      )
      .orderBy("person_id")
      .orderBy("number")
      .orderBy("n")
      .limit(CYCLES_MAX),
  )
})
