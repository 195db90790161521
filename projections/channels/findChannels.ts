import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { CHANNEL_DISPLAY, CHANNEL_STATUS, SUB_CHANNELS_MAX } from "#contract/channels"
import { POST_STATUS } from "#contract/publishing"
import { compileOnce, Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { channel, feedClaim } from "./tables.ts"

export const CHANNELS_PAGE_SIZE_MAX = 50
const PAGE_MAX = 1_000

const db = readModels(channel, feedClaim).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null; user_name: string | null }
  "read.post": { channel_id: number; level_id: number; status_id: number }
}>()

const allChannels = db
  .selectFrom("read.channel as channel")
  // Deleted accounts have no channels.
  .innerJoin("read.account as account", "account.person_id", "channel.person_id")
  .select([
    "channel.channel_id as channelId",
    "channel.code",
    "channel.person_id as personId",
    "channel.parent_id as parentId",
    "channel.subject",
    "channel.bio",
    "channel.links",
    "channel.languages",
    "channel.tags",
    "channel.icon",
    "channel.banner",
    "channel.status_id as statusId",
    "channel.display_status_id as displayStatusId",
    "channel.comment_level_id as commentLevelId",
    "channel.successor_code as successorCode",
    "channel.moved_to as movedTo",
    "channel.is_withheld as isWithheld",
    "channel.opened_at as openedAt",
    "account.user_code as userCode",
    "account.display_name as displayName",
    "account.user_name as userName",
  ])
  // The highest level of what is published in it; null if nothing is.
  .select((eb) =>
    eb
      .selectFrom("read.post as post")
      .select((of) => of.fn.max("post.level_id").as("maxLevel"))
      .whereRef("post.channel_id", "=", "channel.channel_id")
      .where("post.status_id", "=", sql.lit(POST_STATUS.published))
      .as("maxLevel"),
  )
/** What everybody may see. Creators see their own channels even while operators withhold them. */
const channels = allChannels.where("channel.is_withheld", "=", false)

/** A channel with its creator. */
export type ListedChannel = InferResult<typeof channels>[number]

const byCode = compileOnce<{ code: string }>()((at) => channels.where("channel.code", "=", at("code")))
const anyByCode = compileOnce<{ code: string }>()((at) => allChannels.where("channel.code", "=", at("code")))
const byId = compileOnce<{ channelId: number }>()((at) => channels.where("channel.channel_id", "=", at("channelId")))
const firstOf = compileOnce<{ userCode: string }>()((at) =>
  channels.where("account.user_code", "=", at("userCode")).orderBy("channel.channel_id").limit(1),
)
const ofPerson = compileOnce<{ personId: string }>()((at) =>
  allChannels
    .where("channel.person_id", "=", at("personId"))
    .orderBy("channel.channel_id")
    .limit(SUB_CHANNELS_MAX + 1),
)

/** The channel with this code, or null. Hidden and closed ones are found too: their creators' links stay valid. */
export const findChannel = Effect.fn("findChannel")(function* (code: string) {
  const { query } = yield* Sql
  const [found] = yield* query(byCode({ code: code.toUpperCase() }))
  return found ?? null
})

/** The same for a viewer, who sees a withheld channel only if it is their own. */
export const findChannelFor = Effect.fn("findChannelFor")(function* (viewerId: string | null, code: string) {
  const { query } = yield* Sql
  const [found] = yield* query(anyByCode({ code: code.toUpperCase() }))
  return found !== undefined && (!found.isWithheld || found.personId === viewerId) ? found : null
})

/** The channel with this code, or the first channel of the person with this user code, or null. */
export const findChannelOf = Effect.fn("findChannelOf")(function* (code: string) {
  const { query } = yield* Sql
  const found = yield* findChannel(code)
  if (found !== null) return found
  const [first] = yield* query(firstOf({ userCode: code.toUpperCase() }))
  return first ?? null
})

/** The channel with this number, or null. */
export const findChannelById = Effect.fn("findChannelById")(function* (channelId: number) {
  const { query } = yield* Sql
  const [found] = yield* query(byId({ channelId }))
  return found ?? null
})

/** The id of the channel with this code, if operators withhold it; null otherwise. */
export const findWithheldChannel = Effect.fn("findWithheldChannel")(function* (code: string) {
  const { query } = yield* Sql
  const [found] = yield* query(
    db
      .selectFrom("read.channel")
      .select("channel_id as channelId")
      .where("code", "=", code.toUpperCase())
      .where("is_withheld", "=", true),
  )
  return found?.channelId ?? null
})

/** The channels of a person: the first one, then the sub-channels in the order of their opening. */
export const channelsOf = Effect.fn("channelsOf")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(ofPerson({ personId }))
})

/** The shown first channels of the creators who claimed these feeds, by feed id. */
export const channelsOfFeeds = Effect.fn("channelsOfFeeds")(function* (feedIds: ReadonlyArray<string>) {
  if (feedIds.length === 0) return new Map<string, ListedChannel>()
  const { query } = yield* Sql
  const rows = yield* query(
    channels
      .innerJoin("read.feed_claim as claim", "claim.person_id", "channel.person_id")
      .select("claim.feed_id as feedId")
      .where((eb) => isAnyOf(eb.ref("claim.feed_id"), feedIds))
      .where("channel.parent_id", "is", null)
      .where("channel.display_status_id", "=", CHANNEL_DISPLAY.shown)
      .where("channel.status_id", "<>", CHANNEL_STATUS.closed),
  )
  return new Map(rows.map(({ feedId, ...found }): readonly [string, ListedChannel] => [feedId, found]))
})

export type ChannelSearch = {
  /** Part of the name, or the whole code; all channels if it is empty. */
  readonly keyword: string
  readonly pageSize: number
  /** From 1. */
  readonly page: number
}

/** Shown channels that are not closed, by name. */
export const searchChannels = Effect.fn("searchChannels")(function* ({ keyword, pageSize, page }: ChannelSearch) {
  const { query } = yield* Sql
  const size = Math.min(Math.max(pageSize, 1), CHANNELS_PAGE_SIZE_MAX)
  const text = keyword.normalize("NFC").trim().toLowerCase()
  const begins = `${text.replaceAll(/[\\%_]/g, "\\$&")}%`
  const subject = sql<string>`lower(channel.subject)`
  const rows = yield* query(
    channels
      .where("channel.display_status_id", "=", CHANNEL_DISPLAY.shown)
      .where("channel.status_id", "<>", CHANNEL_STATUS.closed)
      .$if(text !== "", (listed) =>
        listed.where((eb) =>
          eb.or([
            eb(subject, "like", begins),
            eb(subject, "like", `% ${begins}`),
            eb("channel.code", "=", text.toUpperCase()),
            eb(sql`lower(account.user_name)`, "=", text),
          ]),
        ),
      )
      .orderBy(subject)
      .orderBy("channel.channel_id")
      .limit(size + 1)
      .offset((Math.min(Math.max(page, 1), PAGE_MAX) - 1) * size),
  )
  return { channels: rows.slice(0, size), hasMore: rows.length > size }
})
