import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Feeds that one person claims at most in a list. */
const CLAIMS_MAX = 1_000

/** A feed that is somebody's, with who that is. */
export type ListedClaim = {
  readonly feedId: string
  readonly title: string
  readonly url: string
  readonly place: string
  readonly claimedAt: Date
}

/** The feeds that are a person's, the newest claim first. */
export const listClaims = Effect.fn("listClaims")(function* (personId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ListedClaim>>`
      select c.feed_id as "feedId", f.title, f.url, c.place, c.claimed_at as "claimedAt"
      from read.feed_claim c join read.feed f using (feed_id)
      where c.person_id = ${personId} order by c.claimed_at desc, c.feed_id limit ${CLAIMS_MAX}`,
  )
})

/** Who a feed belongs to, or null. Somebody who left has nothing any more. */
export const findClaimant = Effect.fn("findClaimant")(function* (feedId: string) {
  const { client: sql } = yield* Sql
  const [claimant] = yield* Effect.promise(
    () => sql<Array<{ readonly userCode: string; readonly displayName: string | null }>>`
      select a.user_code as "userCode", a.display_name as "displayName"
      from read.feed_claim c join read.account a using (person_id) where c.feed_id = ${feedId}`,
  )
  return claimant ?? null
})
