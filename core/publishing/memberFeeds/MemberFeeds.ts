import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { channelReader } from "#core/channels"
import { AppConfig, isUuid, Sql, stripBidiControls, uuidv7 } from "#core/kernel"
import { addressBlock } from "../addressBlock.ts"

/** Private feeds of one person for one channel, one for each app, and of one person in all. */
const FEEDS_PER_CHANNEL_MAX = 5
const FEEDS_PER_PERSON_MAX = 200
const NAME_LENGTH_MAX = 60
/** 160 bits, as RFC 4648 base32 in lower case: apps keep such addresses as they are. */
const TOKEN_BYTES = 20
const TOKEN = /^[a-z2-7]{32}$/
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
/**
 * Networks that may use a feed in a week. An app on a telephone comes from a handful, a service that reads for its users from a
 * dozen; an address that was published comes from hundreds.
 */
const FEED_NETWORKS_MAX = 40
/** Networks that may use a feed in one day. */
export const FEED_NETWORKS_A_DAY_MAX = 20
const DAY_MS = 86_400_000
const WEEK_MS = 7 * 86_400_000
/** Uses are noted at most this often for one network. */
const USE_PAUSE_MS = 3_600_000
const SWEPT_MAX = 10_000

/** A private feed as its owner sees it. */
export type MemberFeed = {
  readonly feedId: string
  readonly channelId: number
  /** What its owner calls the app. */
  readonly name: string
  readonly madeAt: Date
  readonly usedAt: Date | null
  readonly warnedAt: Date | null
}

/** The reader and the channel of a token. */
export type FeedReader = { readonly feedId: string; readonly personId: string; readonly channelId: number }

/** The person has as many private feeds as they may have. */
export class TooManyMemberFeeds extends Schema.TaggedError<TooManyMemberFeeds>()("TooManyMemberFeeds", {}) {
  get messageKey(): "memberFeeds.tooMany" {
    return "memberFeeds.tooMany"
  }
}

/** There is no such channel, or no such feed of this person. */
export class NoMemberFeed extends Schema.TaggedError<NoMemberFeed>()("NoMemberFeed", {}) {
  get messageKey(): "memberFeeds.none" {
    return "memberFeeds.none"
  }
}

/**
 * Tokens of private feeds. A token says who reads; what that person may read is decided at each request. Tokens are rows,
 * because a revoked one must be gone, in the log too.
 */
export class MemberFeeds extends Context.Service<
  MemberFeeds,
  {
    /** Makes a feed and its token, which is shown once. */
    create(
      personId: string,
      channelId: number,
      name: string,
    ): Effect.Effect<{ readonly feedId: string; readonly token: string }, TooManyMemberFeeds | NoMemberFeed>
    /** Gives a feed another token; the former one is dead. */
    renew(
      personId: string,
      feedId: string,
    ): Effect.Effect<{ readonly token: string; readonly channelId: number }, NoMemberFeed>
    /** Deletes a feed; its token is dead. */
    revoke(personId: string, feedId: string): Effect.Effect<void, NoMemberFeed>
    /** The feeds of a person, of one channel or of all. */
    list(personId: string, channelId: number | null): Effect.Effect<ReadonlyArray<MemberFeed>>
    /** Who reads with a token; null if it is unknown. */
    find(token: string): Effect.Effect<FeedReader | null>
    /** Notes a use. True once a week if a feed is used from more than FEED_NETWORKS_MAX networks in a week, or FEED_NETWORKS_A_DAY_MAX in a day. */
    noteUse(feedId: string, address: string): Effect.Effect<boolean>
    /** Deletes uses that are older than a week. */
    readonly sweep: Effect.Effect<void>
    /** Deletes the feeds of an erased person. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/publishing/MemberFeeds") {
  static readonly layer = Layer.effect(
    MemberFeeds,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [readChannel, { masterKey }] = [yield* channelReader, yield* AppConfig]
      const networkKey = Buffer.from(hkdfSync("sha256", Redacted.value(masterKey), "", "quire: networks of feeds", 32))
      const select = sql`
        select feed_id as "feedId", channel_id as "channelId", name, made_at as "madeAt", used_at as "usedAt",
          warned_at as "warnedAt"
        from publishing.member_feed`

      return MemberFeeds.of({
        create: Effect.fn("MemberFeeds.create")(function* (personId, channelId, name) {
          if ((yield* readChannel(String(channelId))).personId === null) return yield* new NoMemberFeed({})
          const nowMs = yield* Clock.currentTimeMillis
          const [feedId, token] = [uuidv7(nowMs), makeToken()]
          const isMade = yield* Effect.promise(() =>
            sql.begin(async (tx) => {
              await tx`select pg_advisory_xact_lock(hashtext('member feeds'), hashtext(${personId}))`
              const [used] = await tx<Array<{ all: number; same: number }>>`
                select count(*)::int as all, (count(*) filter (where channel_id = ${channelId}))::int as same
                from publishing.member_feed where person_id = ${personId}`
              if ((used?.all ?? 0) >= FEEDS_PER_PERSON_MAX || (used?.same ?? 0) >= FEEDS_PER_CHANNEL_MAX) return false
              await tx`
                insert into publishing.member_feed (feed_id, digest, person_id, channel_id, name, made_at)
                values (${feedId}, ${digestOf(token)}, ${personId}, ${channelId}, ${nameOf(name)}, ${new Date(nowMs)})`
              return true
            }),
          )
          return isMade ? { feedId, token } : yield* new TooManyMemberFeeds({})
        }),

        renew: Effect.fn("MemberFeeds.renew")(function* (personId, feedId) {
          const token = makeToken()
          const [row] = isUuid(feedId)
            ? yield* Effect.promise(
                () => sql<Array<{ channelId: number }>>`
                  with gone as (delete from publishing.member_feed_use where feed_id = ${feedId} and exists (
                    select from publishing.member_feed where feed_id = ${feedId} and person_id = ${personId}))
                  update publishing.member_feed set digest = ${digestOf(token)}, used_at = null, warned_at = null
                  where feed_id = ${feedId} and person_id = ${personId} returning channel_id as "channelId"`,
              )
            : []
          return row === undefined ? yield* new NoMemberFeed({}) : { token, channelId: row.channelId }
        }),

        revoke: Effect.fn("MemberFeeds.revoke")(function* (personId, feedId) {
          const isGone = isUuid(feedId)
            ? yield* Effect.promise(
                async () => sql`
                  delete from publishing.member_feed where feed_id = ${feedId} and person_id = ${personId} returning feed_id`,
              )
            : []
          if (isGone.length === 0) return yield* new NoMemberFeed({})
        }),

        list: (personId, channelId) =>
          Effect.promise(
            () => sql<Array<MemberFeed>>`
              ${select} where person_id = ${personId} ${channelId === null ? sql`` : sql`and channel_id = ${channelId}`}
              order by made_at limit ${FEEDS_PER_PERSON_MAX}`,
          ),

        find: (token) =>
          Effect.promise(async () => {
            if (!TOKEN.test(token)) return null
            const [row] = await sql<Array<FeedReader>>`
              select feed_id as "feedId", person_id as "personId", channel_id as "channelId" from publishing.member_feed
              where digest = ${digestOf(token)}`
            return row ?? null
          }),

        noteUse: Effect.fn("MemberFeeds.noteUse")(function* (feedId, address) {
          const nowMs = yield* Clock.currentTimeMillis
          const [now, pause] = [new Date(nowMs), new Date(nowMs - USE_PAUSE_MS)]
          // Addresses are not stored, and digests differ from feed to feed, so that they tell nothing about people.
          const network = createHmac("sha256", networkKey)
            .update(`${feedId}\n${addressBlock(address)}`)
            .digest()
          return yield* Effect.promise(async () => {
            const noted = await sql`
              insert into publishing.member_feed_use (feed_id, network, used_at)
              select feed_id, ${network}, ${now} from publishing.member_feed where feed_id = ${feedId}
              on conflict (feed_id, network) do update set used_at = excluded.used_at
                where publishing.member_feed_use.used_at < ${pause}
              returning feed_id`
            if (noted.length === 0) return false
            await sql`update publishing.member_feed set used_at = ${now} where feed_id = ${feedId}`
            const warned = await sql`
              update publishing.member_feed set warned_at = ${now}
              where feed_id = ${feedId} and (warned_at is null or warned_at < ${new Date(nowMs - WEEK_MS)})
                and (select count(*) > ${FEED_NETWORKS_MAX}
                    or count(*) filter (where used_at > ${new Date(nowMs - DAY_MS)}) > ${FEED_NETWORKS_A_DAY_MAX}
                  from publishing.member_feed_use
                  where feed_id = ${feedId} and used_at > ${new Date(nowMs - WEEK_MS)})
              returning feed_id`
            return warned.length > 0
          })
        }),

        sweep: Effect.gen(function* () {
          const before = new Date((yield* Clock.currentTimeMillis) - WEEK_MS)
          yield* Effect.promise(
            async () => sql`
              delete from publishing.member_feed_use where (feed_id, network) in (
                select feed_id, network from publishing.member_feed_use where used_at < ${before} limit ${SWEPT_MAX})`,
          )
        }),

        forget: (personId) =>
          Effect.promise(async () => {
            await sql`delete from publishing.member_feed where person_id = ${personId}`
          }),
      })
    }),
  )
}

const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest()

const makeToken = (): string => {
  // 32 characters of five bits each.
  let bits = BigInt(`0x${randomBytes(TOKEN_BYTES).toString("hex")}`)
  let token = ""
  for (let at = 0; at < (TOKEN_BYTES * 8) / 5; at++) {
    token += ALPHABET.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return token
}

const nameOf = (name: string): string =>
  [...stripBidiControls(name.replaceAll(/[\p{Cc}\s]+/gu, " ")).trim()].slice(0, NAME_LENGTH_MAX).join("")
