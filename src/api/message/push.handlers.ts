import { Effect } from "effect"
import { Chats, type QuietHours } from "#core/chat"
import type { Sql } from "#core/kernel"
import { MessagePush } from "#core/notifications"
import { findQuietHours } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { answer, BadRequest, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Subscribing = {
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly replaces?: string
}

export const messagePushHandlers = Effect.gen(function* () {
  const push = yield* MessagePush
  const chats = yield* Chats
  const limited = yield* limitedAsStandard
  const limitedWriting = yield* writing
  const provide = Effect.provide(yield* Effect.context<Sql>())

  return {
    SubscribeMessages: Effect.fn("SubscribeMessages")(function* ({ payload }: { readonly payload: Subscribing }) {
      const { personId, sessionId } = yield* requireMember
      yield* limitedWriting
      const { subscription, replaces = null } = payload
      const { endpoint, keys } = subscription
      yield* push
        .subscribe({ personId, sessionId, endpoint, ...keys, replaces })
        .pipe(Effect.catch(({ messageKey }) => refuse("subscription", messageKey)))
      return answer(null)
    }),

    UnsubscribeMessages: Effect.fn("UnsubscribeMessages")(function* ({
      payload,
    }: {
      readonly payload: { readonly endpoint: string }
    }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* push.unsubscribe(personId, payload.endpoint)
      return answer(null)
    }),

    LoadQuietHours: Effect.fn("LoadQuietHours")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ hours: (yield* findQuietHours([personId])).get(personId) ?? null })
    }, provide),

    SetQuietHours: Effect.fn("SetQuietHours")(function* ({
      payload,
    }: {
      readonly payload: { readonly hours: QuietHours | null }
    }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { position } = yield* chats
        .setQuietHours({ by: personId, hours: payload.hours })
        .pipe(Effect.catch(({ messageKey }) => refuse("hours", messageKey)))
      if (position > 0) yield* waitFor("chat", position)
      return answer(null)
    }, provide),
  }
})

const refuse = Effect.fnUntraced(function* (
  field: string,
  key: "notify.noTarget" | "chat.unfitHours" | "chat.needPermission",
) {
  const message = translator((yield* CurrentCaller).locale)(key)
  return yield* new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
})
