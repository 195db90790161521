import { Effect } from "effect"
import { SEND_LIST_STATUS } from "#contract/newsletters"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { mailList } from "./tables.ts"

/** Email settings in one list. */
const SETTINGS_MAX = 1_000

const db = readModels(mailList).withTables<{
  "read.account": {
    person_id: string
    user_code: string
    channel_code: string | null
    display_name: string | null
    email: string | null
    locale: string
    activated: boolean
  }
  "read.channel": { channel_id: number; code: string; subject: string; person_id: string }
}>()

/** A channel that a person gets, or got, by mail. */
export type EmailSetting = {
  readonly channelId: number
  readonly channelCode: string
  readonly subject: string
  readonly settingId: number
  readonly statusId: number
  /** Whether the creator may have the address. */
  readonly isShared: boolean
}

/** The channels that a person gets or got by mail, by name. */
export const listEmailSettings = Effect.fn("listEmailSettings")(function* (personId: string) {
  const { query } = yield* Sql
  const rows: ReadonlyArray<EmailSetting> = yield* query(
    db
      .selectFrom("read.mail_list as list")
      .innerJoin("read.channel as channel", "channel.channel_id", "list.channel_id")
      .select([
        "channel.channel_id as channelId",
        "channel.code as channelCode",
        "channel.subject",
        "list.setting_id as settingId",
        "list.status_id as statusId",
        "list.shares_address as isShared",
      ])
      .where("list.person_id", "=", personId)
      .orderBy("channel.subject")
      .orderBy("channel.channel_id")
      .limit(SETTINGS_MAX),
  )
  return rows
})

/** People on the list of a channel, in the order of their ids. @param after the last id of the previous page */
export const listMembers = Effect.fn("listMembers")(function* (channelId: number, after: string, limit: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.mail_list")
      .select(["person_id as personId", "setting_id as settingId"])
      .where("channel_id", "=", channelId)
      .where("status_id", "=", SEND_LIST_STATUS.subscribed)
      .where("person_id", ">", after)
      .orderBy("person_id")
      .limit(limit),
  )
})

/** A person who can receive a letter. */
export type Reader = {
  readonly personId: string
  readonly email: string | null
  readonly locale: string
  readonly isConfirmed: boolean
  /** Whether they are on the list of the requested channel. */
  readonly isOn: boolean
}

/** What is known of these people now; deleted ones are missing. */
export const findReaders = Effect.fn("findReaders")(function* (channelId: number, personIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.account as account")
      .leftJoin("read.mail_list as list", (join) =>
        join
          .onRef("list.person_id", "=", "account.person_id")
          .on("list.channel_id", "=", channelId)
          .on("list.status_id", "=", SEND_LIST_STATUS.subscribed),
      )
      .select([
        "account.person_id as personId",
        "account.email",
        "account.locale",
        "account.activated as isConfirmed",
        "list.setting_id as settingId",
      ])
      .where((eb) => isAnyOf(eb.ref("account.person_id"), personIds)),
  )
  return new Map(
    rows.map(({ settingId, ...reader }): readonly [string, Reader] => [
      reader.personId,
      { ...reader, isOn: settingId !== null },
    ]),
  )
})

/** How many people are, or were, on the list of a channel, by status. */
export const countMembers = Effect.fn("countMembers")(function* (channelId: number) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.mail_list as list")
      .innerJoin("read.account as account", "account.person_id", "list.person_id")
      .select((eb) => ["list.status_id as statusId", eb.fn.countAll<string>().as("count")])
      .where("list.channel_id", "=", channelId)
      .groupBy("list.status_id"),
  )
  return new Map(rows.map(({ statusId, count }) => [statusId, Number(count)]))
})

/** A reader who lets the creator of a channel have their address. */
export type SharingReader = {
  readonly personId: string
  readonly email: string
  readonly displayName: string | null
  readonly settingId: number
  readonly joinedAt: Date
}

/**
 * Readers of a channel who agreed to share their address, in the order of their ids, with the address that they have now. Only
 * confirmed ones. @param after the last id of the previous page
 */
export const listSharingReaders = Effect.fn("listSharingReaders")(function* (
  channelId: number,
  after: string,
  limit: number,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.mail_list as list")
      .innerJoin("read.account as account", "account.person_id", "list.person_id")
      .select(["account.person_id as personId", "account.email", "account.display_name as displayName"])
      .select(["list.setting_id as settingId", "list.joined_at as joinedAt"])
      .where("list.channel_id", "=", channelId)
      .where("list.status_id", "=", SEND_LIST_STATUS.subscribed)
      .where("list.shares_address", "=", true)
      .where("account.activated", "=", true)
      .where("account.email", "is not", null)
      .where("account.person_id", ">", after)
      .orderBy("account.person_id")
      .limit(limit),
  )
  return rows.map((row): SharingReader => ({ ...row, email: row.email ?? "" }))
})

/** How many readers of a channel agreed to share their address. */
export const countSharingReaders = Effect.fn("countSharingReaders")(function* (channelId: number) {
  const { query } = yield* Sql
  const [row] = yield* query(
    db
      .selectFrom("read.mail_list as list")
      .innerJoin("read.account as account", "account.person_id", "list.person_id")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("list.channel_id", "=", channelId)
      .where("list.status_id", "=", SEND_LIST_STATUS.subscribed)
      .where("list.shares_address", "=", true)
      .where("account.activated", "=", true)
      .where("account.email", "is not", null),
  )
  return Number(row?.count ?? 0)
})

/** Whether a person lets the creator of a channel have their address. */
export const isSharingAddress = Effect.fn("isSharingAddress")(function* (personId: string, channelId: number) {
  const { query } = yield* Sql
  const [row] = yield* query(
    db
      .selectFrom("read.mail_list")
      .select("shares_address as isShared")
      .where("channel_id", "=", channelId)
      .where("person_id", "=", personId),
  )
  return row?.isShared ?? false
})
