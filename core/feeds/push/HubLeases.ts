import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { isWantedAt, timeOf } from "../poll/scheduleRows.ts"

/** First retry interval for a silent hub; each further one is four times as long. */
const RETRY_SECONDS = 15 * 60
const RETRY_SECONDS_MAX = 7 * 86_400
/** Unsubscribe requests before a lease is left to expire. */
const UNSUBSCRIBE_ATTEMPTS_MAX = 3
/** Limits on leases that hubs grant: shorter ones mean constant renewals, longer ones may outlive the hub. */
const LEASE_SECONDS_MIN = 5 * 60
const LEASE_SECONDS_MAX = 30 * 86_400
/** Share of a lease after which it is renewed. */
const RENEWED_AFTER = 0.8
/** Deliveries of one feed that may wait; further ones only make the feed due. */
const DELIVERIES_WAITING_MAX = 8
/** How long a worker may take for a delivery. */
const DELIVERY_LEASE_SECONDS = 60

export type HubLease = {
  readonly feedId: string
  readonly hub: string
  readonly topic: string
  readonly callbackId: string
  readonly secret: string
  readonly ending: boolean
}

/** A delivery of a hub. */
export type HubDelivery = {
  readonly id: string
  readonly feedId: string
  /** Address of the feed. */
  readonly url: string
  readonly contentType: string | null
  readonly body: Uint8Array
}

/** Subscriptions at hubs and their deliveries, in tables shared by all processes. */
export class HubLeases extends Context.Service<
  HubLeases,
  {
    /** Subscribes to a hub that a feed names. Another hub or topic replaces the subscription. */
    offer(feedId: string, hub: string, topic: string, nowMs: number): Effect.Effect<void>
    /** Ends the subscription of a feed that names no hub any more. */
    withdraw(feedId: string, nowMs: number): Effect.Effect<void>
    /** Leases the subscriptions with a due request. Those of feeds without demand are ended. */
    claimDue(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<HubLease>>
    /** The hub granted the lease. Returns whether we had requested it. */
    grant(callbackId: string, topic: string, seconds: number, nowMs: number): Effect.Effect<boolean>
    /** The hub refused; it is asked again in a week. */
    refuse(callbackId: string, topic: string, nowMs: number): Effect.Effect<boolean>
    /** The hub ended the subscription. Returns whether we had requested that. */
    end(callbackId: string, topic: string): Effect.Effect<boolean>
    /** The secret of an active subscription by its callback, or null. */
    secretOf(callbackId: string): Effect.Effect<string | null>
    /** Stores a signed delivery; an empty one, or one beyond the limit, makes the feed due instead. */
    saveDelivery(
      callbackId: string,
      news: { readonly body: Uint8Array; readonly contentType: string | null },
      nowMs: number,
    ): Effect.Effect<void>
    /** Leases waiting deliveries, the oldest first. */
    claimDeliveries(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<HubDelivery>>
    /** Deletes a delivery. `unread`: it could not be read, so the feed becomes due. */
    finishDelivery(news: HubDelivery, nowMs: number, unread: boolean): Effect.Effect<void>
    /**
     * A poll found items that the hub had not delivered: the feed returns to its own interval until the next delivery.
     */
    resumePolling(feedId: string): Effect.Effect<void>
  }
>()("core/feeds/push/HubLeases") {
  static readonly layer = Layer.effect(
    HubLeases,
    Effect.map(Sql, ({ client: sql }) =>
      HubLeases.of({
        offer: (feedId, hub, topic, nowMs) =>
          Effect.promise(
            () => sql`
              insert into feeds.hub_lease as l (feed_id, hub, topic, callback_id, secret, state, ask_at)
              values (${feedId}, ${hub}, ${topic}, ${unguessable()}, ${unguessable()}, 'asked', ${timeOf(sql, nowMs)})
              on conflict (feed_id) do update set hub = excluded.hub, topic = excluded.topic,
                callback_id = excluded.callback_id, secret = excluded.secret, state = 'asked',
                ask_at = excluded.ask_at, asked = 0, lease_until = null
              where (l.hub, l.topic) <> (excluded.hub, excluded.topic) or l.state = 'ending'`,
          ),
        withdraw: (feedId, nowMs) =>
          Effect.promise(
            () => sql`
              update feeds.hub_lease set state = 'ending', asked = 0, ask_at = ${timeOf(sql, nowMs)}
              where feed_id = ${feedId} and state <> 'ending'`,
          ),
        claimDue: (nowMs, limit) => Effect.promise(() => claimDue(sql, nowMs, limit)),
        grant: (callbackId, topic, seconds, nowMs) =>
          Effect.promise(async () => {
            const lease = Math.min(Math.max(seconds, LEASE_SECONDS_MIN), LEASE_SECONDS_MAX)
            const granted = await sql`
              with granted as (
                update feeds.hub_lease set state = 'live', asked = 0, lease_until = ${timeOf(sql, nowMs + lease * 1000)},
                  ask_at = ${timeOf(sql, nowMs + lease * RENEWED_AFTER * 1000)}
                where callback_id = ${callbackId} and topic = ${topic} and state in ('asked', 'live', 'refused')
                returning feed_id, lease_until)
              update feeds.poll p set pushed_until = g.lease_until from granted g where p.feed_id = g.feed_id`
            return granted.count > 0
          }),
        refuse: (callbackId, topic, nowMs) =>
          Effect.promise(async () => {
            const refused = await sql`
              with refused as (
                update feeds.hub_lease set state = 'refused', lease_until = null,
                  ask_at = ${timeOf(sql, nowMs + RETRY_SECONDS_MAX * 1000)}
                where callback_id = ${callbackId} and topic = ${topic} returning feed_id)
              update feeds.poll p set pushed_until = null from refused r where p.feed_id = r.feed_id`
            return refused.count > 0
          }),
        end: (callbackId, topic) =>
          Effect.promise(async () => {
            const ended = await sql`
              with ended as (
                delete from feeds.hub_lease
                where callback_id = ${callbackId} and topic = ${topic} and state = 'ending' returning feed_id)
              update feeds.poll p set pushed_until = null from ended e where p.feed_id = e.feed_id`
            return ended.count > 0
          }),
        secretOf: (callbackId) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ secret: string }>>`
              select secret from feeds.hub_lease where callback_id = ${callbackId} and state = 'live'`
            return row?.secret ?? null
          }),
        saveDelivery: (callbackId, { body, contentType }, nowMs) =>
          Effect.promise(
            () => sql`
              with lease as (select feed_id, lease_until from feeds.hub_lease where callback_id = ${callbackId}),
              waiting as (select count(*) as news from feeds.hub_news n join lease using (feed_id)),
              kept as (
                insert into feeds.hub_news (feed_id, content_type, body)
                select feed_id, ${contentType}, ${Buffer.from(body)} from lease, waiting
                where news < ${DELIVERIES_WAITING_MAX} and ${body.length} > 0 returning feed_id)
              update feeds.poll p set pushed_until = lease.lease_until,
                next_check_at = case when exists (select from kept) then p.next_check_at
                  else least(p.next_check_at, ${timeOf(sql, nowMs)}) end
              from lease where p.feed_id = lease.feed_id`,
          ),
        claimDeliveries: (nowMs, limit) =>
          Effect.promise(
            () => sql<Array<HubDelivery>>`
              update feeds.hub_news n set leased_until = ${timeOf(sql, nowMs + DELIVERY_LEASE_SECONDS * 1000)}
              from (select id from feeds.hub_news where leased_until is null or leased_until < ${timeOf(sql, nowMs)}
                    order by id limit ${limit} for update skip locked) due, feeds.poll p
              where n.id = due.id and p.feed_id = n.feed_id
              returning n.id::text, n.feed_id as "feedId", p.url, n.content_type as "contentType", n.body`,
          ),
        finishDelivery: ({ id, feedId }, nowMs, unread) =>
          Effect.promise(async () => {
            await sql`delete from feeds.hub_news where id = ${id}`
            if (unread) {
              await sql`
                update feeds.poll set next_check_at = least(next_check_at, ${timeOf(sql, nowMs)})
                where feed_id = ${feedId}`
            }
          }),
        resumePolling: (feedId) =>
          Effect.promise(() => sql`update feeds.poll set pushed_until = null where feed_id = ${feedId}`),
      }),
    ),
  )
}

/** 256 bits in 43 characters. */
const unguessable = (): string => randomBytes(32).toString("base64url")

const claimDue = async (sql: SqlClient, nowMs: number, limit: number): Promise<ReadonlyArray<HubLease>> => {
  const now = timeOf(sql, nowMs)
  await sql`delete from feeds.hub_lease where state = 'ending' and asked >= ${UNSUBSCRIBE_ATTEMPTS_MAX} and ask_at <= ${now}`
  return sql<Array<HubLease>>`
    update feeds.hub_lease l set
      state = case when not due.wanted then 'ending' when l.state = 'refused' then 'asked' else l.state end,
      asked = l.asked + 1,
      ask_at = ${now} + least(${RETRY_SECONDS} * power(4, least(l.asked, 10)), ${RETRY_SECONDS_MAX})
        * interval '1 second'
    from (select l.feed_id, ${isWantedAt(sql, nowMs)} as wanted
          from feeds.hub_lease l join feeds.poll p on p.feed_id = l.feed_id
          where l.ask_at <= ${now} order by l.ask_at limit ${limit} for update of l skip locked) due
    where l.feed_id = due.feed_id
    returning l.feed_id as "feedId", l.hub, l.topic, l.callback_id as "callbackId", l.secret,
      l.state = 'ending' as ending`
}
