import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import type { MailKind, MailState, Message, StoredMail } from "./Message.ts"

/** The table of messages. Times are milliseconds since 1970. */
export const makeMailStore = (sql: SqlClient) => {
  const columns = sql`
    message_id as "messageId", subject_id as "subjectId", kind, locale, about, sealed, state, attempts, reply,
    (extract(epoch from expires_at) * 1000)::float8 as "expiresMs",
    (extract(epoch from made_at) * 1000)::float8 as "madeMs"`

  return {
    /** Adds a message; the same id again changes nothing. */
    keep: (message: Omit<Message, "personal">, sealed: Uint8Array, nowMs: number) =>
      run(
        () => sql`
          insert into mail.message (message_id, subject_id, kind, locale, about, sealed, due_at, expires_at, made_at)
          values (${message.messageId}, ${message.subjectId}, ${message.kind}, ${message.locale},
            ${JSON.stringify(message.about)}::text::jsonb, ${Buffer.from(sealed)}, ${at(nowMs)},
            ${at(message.expiresMs)}, ${at(nowMs)})
          on conflict (message_id) do nothing`,
      ),

    /** Leases due messages to this caller until `untilMs`. */
    take: (nowMs: number, untilMs: number, limit: number) =>
      run(
        () => sql<Array<StoredMail>>`
          update mail.message m set due_at = ${at(untilMs)}, attempts = m.attempts + 1
          from (select message_id as id from mail.message where state = 'waiting' and due_at <= ${at(nowMs)}
            order by due_at limit ${limit} for update skip locked) d
          where m.message_id = d.id returning ${columns}`,
      ),

    /** Moves a lease from `leasedMs` to `untilMs`; messages that were settled or delayed meanwhile have another time. */
    renew: (messageIds: ReadonlyArray<string>, leasedMs: number, untilMs: number) =>
      run(
        () => sql`
          update mail.message set due_at = ${at(untilMs)}
          where message_id = any(${messageIds}::uuid[]) and state = 'waiting' and due_at = ${at(leasedMs)}`,
      ),

    /** Whether messages are due, or in their first attempt: `take` has moved when they are due. */
    isBusy: (nowMs: number) =>
      Effect.map(
        run(
          () => sql`
            select from mail.message
            where state = 'waiting' and (due_at <= ${at(nowMs)} or (attempts = 1 and reply is null)) limit 1`,
        ),
        ({ length }) => length > 0,
      ),

    /** Records the final state of a message. */
    settle: (messageId: string, state: MailState, reply: string | null, nowMs: number) =>
      run(
        () => sql`
          update mail.message set state = ${state}, reply = ${reply}, settled_at = ${at(nowMs)}
          where message_id = ${messageId}`,
      ),

    /** Schedules another attempt. */
    delay: (messageId: string, againMs: number, reply: string | null) =>
      run(() => sql`update mail.message set due_at = ${at(againMs)}, reply = ${reply} where message_id = ${messageId}`),

    /** Newest first. */
    list: (limit: number) =>
      run(
        () => sql<Array<StoredMail>>`
          select ${columns} from mail.message order by made_at desc, message_id desc limit ${limit}`,
      ),

    find: (messageId: string) =>
      Effect.map(
        run(() => sql<Array<StoredMail>>`select ${columns} from mail.message where message_id = ${messageId}`),
        ([message]) => message ?? null,
      ),

    // Without what is sealed: the console reads this, and may not read mail.
    newestOf: (kind: MailKind) =>
      Effect.map(
        run(
          () => sql<Array<Pick<StoredMail, "state" | "madeMs">>>`
            select state, (extract(epoch from made_at) * 1000)::float8 as "madeMs" from mail.message
            where kind = ${kind} order by made_at desc limit 1`,
        ),
        ([message]) => message ?? null,
      ),

    forgetSubject: (subjectId: string) => run(() => sql`delete from mail.message where subject_id = ${subjectId}`),
    forgetBefore: (ms: number) => run(() => sql`delete from mail.message where made_at < ${at(ms)}`),
  }
}

const run = <A>(query: () => PromiseLike<A>): Effect.Effect<A> => Effect.promise(async () => query())

const at = (ms: number): Date => new Date(ms)
