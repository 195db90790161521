import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import type { MessageNotice, PushedMessages } from "../contract.ts"
import { openPush, type PushOptions } from "./deliver.ts"
import { isTarget, type PushTarget } from "./encrypt.ts"
import { NoPushTarget } from "./refusals.ts"

/** Browsers per person; the oldest is dropped. */
const BROWSERS_MAX = 10
/** Consecutive failures before a browser is dropped. */
const FAILURES_MAX = 10
const SIDE_BY_SIDE = 4
/** A message is not pushed later than a day. A newer one replaces it while it waits. */
const NORMAL: PushOptions = { ttlSeconds: 86_400, urgency: "normal", topic: "messages" }

/** A browser with a signed-in session; pushes end with the session. */
export type MemberBrowser = PushTarget & {
  readonly personId: string
  readonly sessionId: string
  readonly endpoint: string
}

/** A person who may have messages since `toldAt`. */
export type DuePerson = { readonly personId: string; readonly toldAt: Date }

/** Minimum time between two checks of a person. */
const LOOK_MS = 5_000

type Row = PushTarget & { readonly key: string; readonly endpoint: string; readonly failures: number }

/** Pushes messages to browsers without an open page. */
export class MessagePush extends Context.Service<
  MessagePush,
  {
    readonly publicKey: string
    /** With `replaces`: only if that endpoint belongs to this person. */
    subscribe(browser: MemberBrowser & { readonly replaces: string | null }): Effect.Effect<void, NoPushTarget>
    unsubscribe(personId: string, endpoint: string): Effect.Effect<void>
    /** People who are due. Each is returned to one caller only and is due again some seconds later. */
    takeDue(limit: number): Effect.Effect<ReadonlyArray<DuePerson>>
    /** Marks people as informed because a page of theirs is open. */
    markInformed(personIds: ReadonlyArray<string>): Effect.Effect<void>
    /** Pushes to all browsers of a person and marks them as informed. Returns how many were reached. */
    push(personId: string, messages: ReadonlyArray<MessageNotice>): Effect.Effect<number>
  }
>()("core/notifications/MessagePush") {
  static readonly layer = Layer.effect(
    MessagePush,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const { publicKey, mayPushTo, deliver } = yield* openPush

      const deliverTo = Effect.fnUntraced(function* (to: Row, message: PushedMessages) {
        const { outcome } = yield* deliver(to, message, NORMAL, yield* Clock.currentTimeMillis)
        yield* Effect.promise(async () => {
          if (outcome === "gone" || to.failures + 1 >= FAILURES_MAX)
            await sql`delete from push.member where key = ${to.key}`
          else
            await sql`
              update push.member set failures = ${outcome === "pushed" ? 0 : to.failures + 1} where key = ${to.key}`
        })
        return outcome === "pushed"
      })

      return MessagePush.of({
        publicKey,

        subscribe: Effect.fn("MessagePush.subscribe")(function* (browser) {
          const { personId, sessionId, endpoint, p256dh, auth, replaces } = browser
          if (!mayPushTo(endpoint) || !isTarget(browser)) return yield* new NoPushTarget()
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* Effect.promise(
            () => sql`
              with replaced as (
                delete from push.member where key = ${replaces === null ? "" : keyOf(replaces)} and person_id = ${personId}
                returning key
              ), kept as (
                insert into push.member (key, endpoint, p256dh, auth, person_id, session_id, made_at, told_at, due_at)
                select ${keyOf(endpoint)}, ${endpoint}, ${p256dh}, ${auth}, person_id, session_id, ${now}, ${now}, ${now}
                from accounts.session where session_id = ${sessionId} and person_id = ${personId}
                  and (${replaces === null} or exists (select from replaced))
                on conflict (key) do update set p256dh = excluded.p256dh, auth = excluded.auth,
                  person_id = excluded.person_id, session_id = excluded.session_id)
              delete from push.member where key in (
                select key from push.member where person_id = ${personId} and key <> ${keyOf(endpoint)}
                order by made_at desc offset ${BROWSERS_MAX - 1})`,
          )
        }),

        unsubscribe: (personId, endpoint) =>
          Effect.promise(async () => {
            await sql`delete from push.member where key = ${keyOf(endpoint)} and person_id = ${personId}`
          }),

        takeDue: Effect.fn("MessagePush.takeDue")(function* (limit) {
          const nowMs = yield* Clock.currentTimeMillis
          const rows = yield* Effect.promise(
            () => sql<Array<DuePerson>>`
              update push.member m set due_at = ${new Date(nowMs + LOOK_MS)}
              from (select key from push.member where due_at <= ${new Date(nowMs)} order by due_at limit ${limit}
                for update skip locked) d
              where m.key = d.key returning m.person_id as "personId", m.told_at as "toldAt"`,
          )
          return [...new Map(rows.map((row) => [row.personId, row])).values()]
        }),

        markInformed: Effect.fn("MessagePush.markInformed")(function* (personIds) {
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* Effect.promise(async () => {
            await sql`update push.member set told_at = ${now} where person_id = any(${[...personIds]}::uuid[])`
          })
        }),

        push: Effect.fn("MessagePush.push")(function* (personId, messages) {
          const now = new Date(yield* Clock.currentTimeMillis)
          const browsers = yield* Effect.promise(
            () => sql<Array<Row>>`
              update push.member set told_at = ${now} where person_id = ${personId}
              returning key, endpoint, p256dh, auth, failures`,
          )
          const reached = yield* Effect.forEach(browsers, (to) => deliverTo(to, { messages }), {
            concurrency: SIDE_BY_SIDE,
          })
          return reached.filter(Boolean).length
        }),
      })
    }),
  )
}

const keyOf = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex")
