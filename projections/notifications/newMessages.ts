import { Effect } from "effect"
import type { NoticeType } from "#contract/notifications"
import { Sql } from "#core/kernel"
import type { NoticeContent } from "#core/notifications"

/** An unread message or notice since the person was last informed. */
export type NewMessage = { readonly personId: string; readonly at: Date } & (
  | NewNotice
  | (NewChatMessage & { readonly kind: "Chat" })
  | (NewChatMessage & { readonly kind: "Invite" })
)
type NewNotice = { readonly kind: NoticeType; readonly noticeId: string; readonly content: NoticeContent | null }
/** The last message of a conversation, a request or a group among friends. */
type NewChatMessage = {
  readonly roomId: string
  /** Null in a conversation. */
  readonly group: { readonly groupId: string; readonly name: string | null } | null
  readonly senderCode: string
  readonly senderName: string
  readonly text: string
}

/** A person and when they were last informed. */
type LastInformed = { readonly personId: string; readonly toldAt: Date }

/** Notification settings of a person, and whether a page of theirs is open. */
export type NotificationSettings = {
  readonly personId: string
  readonly locale: string
  /** By preference id. */
  readonly preferences: Readonly<Record<string, string>>
  readonly isPresent: boolean
}

/** Notification settings of people. Raw SQL: joins the presence of chat nodes. */
export const findNotificationSettings = Effect.fn("findNotificationSettings")(function* (
  personIds: ReadonlyArray<string>,
) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<NotificationSettings>>`
      select a.person_id as "personId", a.locale, a.preferences,
        exists (select from chat.presence p join chat.node n using (node_id)
          where p.person_id = a.person_id::uuid and n.ends_at > now() and (p.until is null or p.until > now())) as "isPresent"
      from read.account a where a.person_id = any(${[...personIds]})`,
  )
})

/**
 * What is new to people, newest first: notices and the last message of each conversation and group among friends.
 * Excludes muted rooms, blocked people and requests that can no longer be answered. Raw SQL: one measured plan over two
 * modules.
 */
export const newMessages = Effect.fn("newMessages")(function* (people: ReadonlyArray<LastInformed>) {
  if (people.length === 0) return []
  const { client: sql } = yield* Sql
  const ids = people.map(({ personId }) => personId)
  const since = people.map(({ toldAt }) => toldAt.toISOString())
  const rows = yield* Effect.promise(
    () => sql<Array<NewMessage>>`
      with p as (select * from unnest(${ids}::text[], ${since}::timestamptz[]) p(person_id, told_at))
      select p.person_id as "personId", n.given_at as at, n.type as kind, n.notice_id as "noticeId", n.content,
        null as "roomId", null::jsonb as "group", null as "senderCode", null as "senderName", null as text
      from p join read.notice n on n.person_id = p.person_id and n.given_at > p.told_at and not n.is_read
        left join read.notice_reader r on r.person_id = p.person_id
      where n.seq > coalesce(case n.type when 'System' then r.system_read else r.account_read end, 0)
      union all
      select p.person_id, m.posted_at, case s.status when 'invited' then 'Invite' else 'Chat' end, null, null,
        c.room_id, case when c.scope = 'Group' then jsonb_build_object('groupId', c.owner_id, 'name', g.name) end,
        a.user_code, coalesce(a.display_name, a.user_code), m.text
      from p
        join read.chat_seat s on s.person_id = p.person_id and s.status in ('invited', 'joined') and not s.is_muted
        join read.chat_room c on c.room_id = s.room_id and (c.one_id is not null or c.scope = 'Group')
          and c.last_at > p.told_at
        left join read.chat_group g on c.scope = 'Group' and g.group_id = c.owner_id
        left join read.chat_author w on w.room_id = c.room_id and w.person_id = p.person_id
        join read.chat_message m on m.room_id = c.room_id and m.seq = c.head
        join read.account a on a.person_id = m.sender_id
      where c.head > greatest(s.read, w.seq) and m.removed_at is null and not m.is_forgotten
        and not exists (select from read.chat_block b
          where (b.person_id, b.blocked_id) in ((p.person_id, m.sender_id), (m.sender_id, p.person_id)))
        and (s.status = 'joined' or not exists (
          select from read.chat_room d
            where d.owner_id in (c.one_id, c.other_id) and d.scope = 'Person' and d.status = 'shut'
          union all select from read.chat_seat o
            where o.room_id = c.room_id and o.person_id <> p.person_id and o.status = 'left'))
      order by at desc`,
  )
  return rows
})
