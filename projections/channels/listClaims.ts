import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { feedClaim } from "./tables.ts"

/** Maximum claims per list. */
const CLAIMS_MAX = 1_000

const db = readModels(feedClaim).withTables<{
  "read.feed": { feed_id: string; title: string; url: string }
  "read.account": { person_id: string; user_code: string; channel_code: string | null; display_name: string | null }
}>()

const claims = db
  .selectFrom("read.feed_claim as claim")
  .innerJoin("read.feed as feed", "feed.feed_id", "claim.feed_id")
  .select(["claim.feed_id as feedId", "feed.title", "feed.url", "claim.place", "claim.claimed_at as claimedAt"])
  .orderBy("claim.claimed_at", "desc")
  .orderBy("claim.feed_id")
  .limit(CLAIMS_MAX)

/** A claimed feed, and where the proof was found. */
export type ListedClaim = InferResult<typeof claims>[number]

/** The feeds that a person claimed, the newest claim first. */
export const listClaims = Effect.fn("listClaims")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(claims.where("claim.person_id", "=", personId))
})

/** The person who claimed a feed, or null. Deleted accounts claim nothing. */
export const findClaimant = Effect.fn("findClaimant")(function* (feedId: string) {
  const { query } = yield* Sql
  const [claimant] = yield* query(
    db
      .selectFrom("read.feed_claim as claim")
      .innerJoin("read.account as account", "account.person_id", "claim.person_id")
      .select([
        "claim.person_id as personId",
        "account.user_code as userCode",
        "account.channel_code as channelCode",
        "account.display_name as displayName",
      ])
      .where("claim.feed_id", "=", feedId),
  )
  return claimant ?? null
})
