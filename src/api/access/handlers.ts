import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { recordAccess } from "#core/library"
import { findItem } from "#projections/feeds"
import { translator } from "#src/i18n/index.ts"
import { RateLimits } from "../../process/limits/RateLimits.ts"
import { Api } from "../Api.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { writing } from "../limits.ts"

/** Repeated opens by one reader within this time count once. */
const SAME_SECONDS = 3_600

export const AccessHandlers = HttpApiBuilder.group(
  Api,
  "Access",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Sql | EventStore | Sealing>()
    const limits = yield* RateLimits
    const limited = yield* writing
    return handlers.handleAll({
      AddAccessNews: Effect.fn("AddAccessNews")(function* ({ payload, headers }) {
        yield* limited
        const { locale, address } = yield* CurrentCaller
        const item = yield* findItem(payload.itemId)
        if (item === null) return yield* new NotFound(refusal(translator(locale)("api.noItem")))
        const again = yield* limits.take({ name: `opened ${item.itemId}`, calls: 1, seconds: SAME_SECONDS }, address)
        if (again === 0) yield* recordAccess({ itemId: item.itemId, feedId: item.feedId, from: headers.from })
        return answer(null)
      }, Effect.provide(services)),
    })
  }),
)
