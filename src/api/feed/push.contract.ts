import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, BadRequest, Conflict, describedAs } from "../envelope.ts"
import { Address, EpochMs, LanguageCode, lineText } from "../fields.ts"

/** Base64url without padding, as in `PushSubscription.toJSON()`. */
const Key = lineText(100).check(Schema.isPattern(/^[\w-]+$/))

/** A browser's `PushSubscription` as JSON. */
export const PushTarget = Schema.Struct({
  endpoint: Address,
  keys: Schema.Struct({ p256dh: Key, auth: Key }),
})

/** Push notifications of library news. */
export const pushEndpoints = [
  HttpApiEndpoint.post("SubscribeNews", "/SubscribeNews", {
    payload: Schema.Struct({
      subscription: PushTarget,
      languageCode: Schema.optionalKey(LanguageCode),
      /** The publication time of the newest item that this browser has notified. */
      seen: Schema.optionalKey(EpochMs),
      /** The endpoint that this one replaces. */
      replaces: Schema.optionalKey(Address),
    }),
    success: answerOf(Schema.Null),
    error: [BadRequest, Conflict],
  }).annotateMerge(
    describedAs(
      "Pushes library news to a browser, at most every half hour, only what is newer than the last item it was notified of. The same browser may subscribe again.",
    ),
  ),
  HttpApiEndpoint.post("UnsubscribeNews", "/UnsubscribeNews", {
    payload: Schema.Struct({ endpoint: Address }),
    success: answerOf(Schema.Null),
  }).annotateMerge(describedAs("Pushes nothing to a browser any more.")),
] as const
