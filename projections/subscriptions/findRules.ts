import { Effect } from "effect"
import type { InferResult } from "kysely"
import { GRACE_MS, RULES_MAX, type RuleStatus, statusOf } from "#contract/subscriptions"
import { compileOnce, Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { subscriptionCycle, subscriptionRule } from "./tables.ts"

/** Periods on one page. */
const CYCLES_PAGE = 50

const db = readModels(subscriptionCycle, subscriptionRule).withTables<{
  "read.channel": {
    channel_id: number
    person_id: string
    parent_id: number | null
    code: string
    subject: string
    icon: string | null
  }
}>()

const rules = db
  .selectFrom("read.subscription_rule")
  .select(["number", "asset_type_id as assetTypeId", "currency_id as currencyId", "msf", "periods", "intent"])
  .select(["auto_renew as autoRenew", "on_leave as onLeave", "creators", "seats", "last_cycle as lastCycle", "missed"])
  .select(["is_by_reading as isByReading", "reading"])
  .select(["starts_at as startsAt", "ends_at as endsAt", "grace_until as graceUntil", "added_at as addedAt"])

/** A rule of a person. */
export type ListedRule = Omit<InferResult<typeof rules>[number], "msf"> & {
  readonly msf: bigint
  readonly statusId: RuleStatus
  /** Whether it is charged again at the end of the paid term. */
  readonly isRenewing: boolean
  /** When access ends if nothing is charged until then; null if nothing is paid. */
  readonly accessUntil: Date | null
}

/** The rules of a person by their numbers, without those of gifts. */
export const rulesOf = Effect.fn("rulesOf")(function* (personId: string) {
  const { query } = yield* Sql
  const rows = yield* query(rules.where("person_id", "=", personId).where("number", "<=", RULES_MAX).orderBy("number"))
  return rows.map((row): ListedRule => {
    const { endsAt, intent, autoRenew, creators } = row
    const msf = BigInt(row.msf)
    const statusId = statusOf({ intent, isPaid: endsAt !== null, wasPaid: row.lastCycle > 0 })
    const isRenewing = intent === "active" && autoRenew && msf > 0n && creators.length > 0
    const accessUntil = endsAt === null ? null : new Date(endsAt.getTime() + (isRenewing ? GRACE_MS : 0))
    return { ...row, msf, statusId, isRenewing, accessUntil }
  })
})

const cycles = db
  .selectFrom("read.subscription_cycle")
  .select(["number", "n", "asset_type_id as assetTypeId", "units", "currency_id as currencyId", "msf"])
  .select(["snapshot_id as snapshotId", "starts_at as startsAt", "ends_at as endsAt", "charged_at as chargedAt"])
  .select(["closed_at as closedAt", "shares", "cut", "returned", "seats"])

/** A paid period of a person. */
export type ListedCycle = InferResult<typeof cycles>[number]

/** Periods that a person paid for themselves, the newest first. @param page from 1 */
export const listCycles = Effect.fn("listCycles")(function* (personId: string, page: number) {
  const { query } = yield* Sql
  const rows = yield* query(
    cycles
      .where("person_id", "=", personId)
      .where("number", "<=", RULES_MAX)
      .orderBy("starts_at", "desc")
      .orderBy("number")
      .orderBy("n", "desc")
      .limit(CYCLES_PAGE + 1)
      .offset((page - 1) * CYCLES_PAGE),
  )
  return { cycles: rows.slice(0, CYCLES_PAGE), hasMore: rows.length > CYCLES_PAGE }
})

/** The paid periods of a person's rules that run at a time, by the number of the rule, with the fee that was paid. */
export const runningCycles = Effect.fn("runningCycles")(function* (personId: string, nowMs: number) {
  const { query } = yield* Sql
  const now = new Date(nowMs)
  const rows = yield* query(
    db
      .selectFrom("read.subscription_cycle")
      .select(["number", "n", "msf", "starts_at as startsAt", "ends_at as endsAt"])
      .where("person_id", "=", personId)
      .where("number", "<=", RULES_MAX)
      .where("starts_at", "<=", now)
      .where("ends_at", ">", now)
      .where("closed_at", "is", null),
  )
  return new Map(rows.map((row) => [row.number, row]))
})

const counted = compileOnce<{ readerId: string; creatorId: string }>()((at) =>
  db
    .selectFrom("read.subscription_rule as rule")
    .innerJoin("read.channel as channel", (join) =>
      join.on("channel.person_id", "=", at("creatorId")).on("channel.parent_id", "is", null),
    )
    .select(["rule.creators", "channel.code"])
    .where("rule.person_id", "=", at("readerId"))
    .where("rule.is_by_reading", "=", true),
)

/** The first channel of a creator, if a rule of the reader is shared by reading time and supports them; otherwise null. */
export const countedChannel = Effect.fn("countedChannel")(function* (readerId: string, creatorId: string) {
  const { query } = yield* Sql
  const rows = yield* query(counted({ readerId, creatorId }))
  return rows.find(({ creators }) => creators.some((each) => each.creatorId === creatorId))?.code ?? null
})

/** A paid period of a person; null if there is none with this number. */
export const findCycle = Effect.fn("findCycle")(function* (personId: string, number: number, n: number) {
  const { query } = yield* Sql
  const [found] = yield* query(
    cycles.where("person_id", "=", personId).where("number", "=", number).where("n", "=", n).limit(1),
  )
  return found ?? null
})

/** The first channels of creators, by the creators' ids. */
export const channelsOfCreators = Effect.fn("channelsOfCreators")(function* (creatorIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.channel")
      .select(["person_id as creatorId", "channel_id as channelId", "code", "subject", "icon"])
      .where((eb) => isAnyOf(eb.ref("person_id"), creatorIds))
      .where("parent_id", "is", null),
  )
  return new Map(rows.map((row) => [row.creatorId, row]))
})
