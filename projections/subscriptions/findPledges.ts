import { Effect } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { PLEDGES_MAX } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { subscriptionPledge } from "./tables.ts"

const db = readModels(subscriptionPledge).withTables<{
  "read.feed": { feed_id: string; title: string }
  "read.feed_claim": { feed_id: string; person_id: string }
  "read.channel": {
    channel_id: number
    person_id: string
    parent_id: number | null
    code: string
    subject: string
    status_id: number
  }
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

/** Readers notified in one batch that an author has a channel. */
const WAITING_PAGE = 200

/** Somebody who promised to support a feed whose author has a channel now. */
export type WaitingReader = {
  readonly personId: string
  readonly feedId: string
  readonly title: string
  /** The name of the author's channel. */
  readonly subject: string
}

/** People who wait for an author who has a channel, by feed and person. @param after the last one of the page before */
export const listWaitingFor = Effect.fn("listWaitingFor")(function* (
  authorId: string,
  after: Pick<WaitingReader, "personId" | "feedId"> | null,
) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.feed_claim as claim")
      .innerJoin("read.subscription_pledge as pledge", "pledge.feed_id", "claim.feed_id")
      .innerJoin("read.feed as feed", "feed.feed_id", "claim.feed_id")
      .innerJoin("read.channel as channel", (join) =>
        join.onRef("channel.person_id", "=", "claim.person_id").on("channel.parent_id", "is", null),
      )
      .select(["pledge.person_id as personId", "claim.feed_id as feedId", "feed.title", "channel.subject"])
      .where("claim.person_id", "=", authorId)
      .where("channel.status_id", "=", CHANNEL_STATUS.active)
      .where("pledge.person_id", "<>", authorId)
      .$if(after !== null, (some) =>
        some.where((eb) =>
          eb(
            eb.refTuple("claim.feed_id", "pledge.person_id"),
            ">",
            eb.tuple(after?.feedId ?? "", after?.personId ?? ""),
          ),
        ),
      )
      .orderBy("claim.feed_id")
      .orderBy("pledge.person_id")
      .limit(WAITING_PAGE),
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
