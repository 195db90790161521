import { Effect } from "effect"
import type { AddRefusal } from "#core/feeds"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, NotFound, refusal, Unavailable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"

/** Maps a failed feed address to a response: invalid address, no feed, or a failing publisher. */
export const refuseAddress =
  (field: string) =>
  (error: AddRefusal): Effect.Effect<never, BadRequest | NotFound | Unavailable> =>
    Effect.gen(function* () {
      const { locale } = yield* CurrentCaller
      const message = translator(locale)(error.messageKey)
      switch (error._tag) {
        case "BadAddress":
          return yield* new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
        case "NoFeedFound":
        case "NoFeedOffered":
        case "NotAFeed":
          return yield* new NotFound(refusal(message))
        default:
          return yield* new Unavailable(refusal(message))
      }
    })
