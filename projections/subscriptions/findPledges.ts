import { Effect } from "effect"
import { PLEDGES_MAX } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { subscriptionPledge } from "./tables.ts"

const db = readModels(subscriptionPledge).withTables<{
  "read.feed": { feed_id: string; title: string }
  "read.feed_claim": { feed_id: string; person_id: string }
  "read.channel": { channel_id: number; person_id: string; parent_id: number | null; code: string; subject: string }
}>()

/** Feeds that a person promised to support, the first one first, with the author's channel once they are here. */
export const pledgesOf = Effect.fn("pledgesOf")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_pledge as pledge")
      .innerJoin("read.feed as feed", "feed.feed_id", "pledge.feed_id")
      .leftJoin("read.feed_claim as claim", "claim.feed_id", "pledge.feed_id")
      .leftJoin("read.channel as channel", (join) =>
        join.onRef("channel.person_id", "=", "claim.person_id").on("channel.parent_id", "is", null),
      )
      .select(["pledge.feed_id as feedId", "feed.title", "pledge.number", "pledge.weight", "pledge.since"])
      .select(["channel.code as channelCode"])
      .where("pledge.person_id", "=", personId)
      .orderBy("pledge.since")
      .orderBy("pledge.feed_id")
      .limit(PLEDGES_MAX),
  )
})

/** How many people wait for the authors of feeds, by feed; feeds without anybody are left out. */
export const countPledges = Effect.fn("countPledges")(function* (feedIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const counted = yield* query(
    db
      .selectFrom("read.subscription_pledge")
      .select((eb) => ["feed_id as feedId", eb.fn.countAll<string>().as("people")])
      .where((eb) => isAnyOf(eb.ref("feed_id"), feedIds))
      .groupBy("feed_id"),
  )
  return new Map(counted.map(({ feedId, people }) => [feedId, Number(people)]))
})
