import { Effect } from "effect"
import { EMAIL_SETTINGS, type Frequency, SEND_LIST_STATUS } from "#contract/newsletters"
import { POST_STATUS } from "#contract/publishing"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { mailList } from "./tables.ts"

/** Posts that are looked through for the digests of a group of readers. */
const POSTS_MAX = 2_000

const db = readModels(mailList).withTables<{
  "read.account": { person_id: string; email: string | null; locale: string; activated: boolean }
  "read.channel": { channel_id: number; code: string; subject: string; is_withheld: boolean }
  "read.post": {
    post_id: string
    channel_id: number
    status_id: number
    title: string
    preview: string
    slugs: ReadonlyArray<string>
    published_at: Date | null
  }
}>()

/** People with a digest of this frequency, in the order of their ids. @param after the last id of the previous page */
export const listDigestMembers = Effect.fn("listDigestMembers")(function* (
  frequency: Frequency,
  after: string,
  limit: number,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.mail_list")
      .select("person_id as personId")
      .distinct()
      .where("status_id", "=", SEND_LIST_STATUS.subscribed)
      .where("setting_id", "=", EMAIL_SETTINGS[frequency])
      .where("person_id", ">", after)
      .orderBy("person_id")
      .limit(limit),
  )
  return rows.map(({ personId }) => personId)
})

/** Somebody with a digest, and the channels in it. */
export type DigestReader = {
  readonly personId: string
  readonly email: string | null
  readonly locale: string
  readonly isConfirmed: boolean
  readonly channelIds: ReadonlyArray<number>
}

/** The channels that these people get in a digest of this frequency, and where it goes. People with none are missing. */
export const findDigestReaders = Effect.fn("findDigestReaders")(function* (
  frequency: Frequency,
  personIds: ReadonlyArray<string>,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.mail_list as list")
      .innerJoin("read.account as account", "account.person_id", "list.person_id")
      .select(["account.person_id as personId", "account.email", "account.locale", "account.activated as isConfirmed"])
      .select("list.channel_id as channelId")
      .where("list.status_id", "=", SEND_LIST_STATUS.subscribed)
      .where("list.setting_id", "=", EMAIL_SETTINGS[frequency])
      .where((eb) => isAnyOf(eb.ref("list.person_id"), personIds)),
  )
  const readers = new Map<string, DigestReader>()
  for (const { channelId, ...row } of rows) {
    const channelIds = [...(readers.get(row.personId)?.channelIds ?? []), channelId]
    readers.set(row.personId, { ...row, channelIds })
  }
  return readers
})

/** A post for a digest: its public part alone. */
export type DigestPost = {
  readonly postId: string
  readonly channelId: number
  readonly title: string
  readonly preview: string
  readonly slugs: ReadonlyArray<string>
  readonly channelCode: string
  readonly channelSubject: string
}

/** Posts of these channels that were published in a period and are still shown, the newest first. */
export const listDigestPosts = Effect.fn("listDigestPosts")(function* (
  channelIds: ReadonlyArray<number>,
  sinceMs: number,
  untilMs: number,
) {
  const { query } = yield* Sql
  const rows: ReadonlyArray<DigestPost> = yield* query(
    db
      .selectFrom("read.post as post")
      .innerJoin("read.channel as channel", "channel.channel_id", "post.channel_id")
      .select(["post.post_id as postId", "post.channel_id as channelId", "post.title", "post.preview", "post.slugs"])
      .select(["channel.code as channelCode", "channel.subject as channelSubject"])
      .where((eb) => isAnyOf(eb.ref("post.channel_id"), channelIds))
      .where("post.status_id", "=", POST_STATUS.published)
      .where("channel.is_withheld", "=", false)
      .where("post.published_at", ">=", new Date(sinceMs))
      .where("post.published_at", "<", new Date(untilMs))
      .orderBy("post.published_at", "desc")
      .limit(POSTS_MAX),
  )
  return rows
})
