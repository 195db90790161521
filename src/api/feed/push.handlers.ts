import { Effect } from "effect"
import { NewsPush, type NoPushTarget, type PushFull } from "#core/notifications"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { answer, BadRequest, Conflict, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { writing } from "../limits.ts"

type SubscribePayload = {
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly languageCode?: string
  readonly seen?: number
  readonly replaces?: string
}

/** Handlers of push.contract.ts; resolved once for the group. */
export const pushHandlers = Effect.gen(function* () {
  const push = yield* NewsPush
  const limited = yield* writing

  return {
    SubscribeNews: Effect.fn("SubscribeNews")(function* ({ payload }: { readonly payload: SubscribePayload }) {
      yield* limited
      const { subscription, languageCode, seen = null, replaces = null } = payload
      const { endpoint, keys } = subscription
      const language = languageTagOf(languageCode)?.split("-")[0] ?? null
      yield* push.subscribe({ endpoint, ...keys, language, seenMs: seen, replaces }).pipe(Effect.catch(refuse))
      return answer(null)
    }),

    UnsubscribeNews: Effect.fn("UnsubscribeNews")(function* ({
      payload,
    }: {
      readonly payload: { readonly endpoint: string }
    }) {
      yield* limited
      yield* push.unsubscribe(payload.endpoint)
      return answer(null)
    }),
  }
})

const refuse = Effect.fnUntraced(function* (refused: NoPushTarget | PushFull) {
  const { locale } = yield* CurrentCaller
  const message = translator(locale)(refused.messageKey)
  if (refused._tag === "PushFull") return yield* new Conflict(refusal(message))
  return yield* new BadRequest({ ...refusal(message), errors: { subscription: [message] } })
})
