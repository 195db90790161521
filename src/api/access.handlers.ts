import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { recordAccess } from "#core/library"
import { findItem } from "#projections/feeds"
import { translator } from "#src/i18n/index.ts"
import { Api } from "./Api.ts"
import { answer, NotFound, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"
import { ordinary } from "./limits.ts"

export const AccessHandlers = HttpApiBuilder.group(
  Api,
  "Access",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Sql | EventStore | Sealing>()
    const limited = yield* ordinary
    return handlers.handleAll({
      AddAccessNews: Effect.fn("AddAccessNews")(function* ({ payload, headers }) {
        yield* limited
        const item = yield* findItem(payload.itemId)
        if (item === null) {
          const { locale } = yield* CurrentCaller
          return yield* new NotFound(refusal(translator(locale)("api.noItem")))
        }
        yield* recordAccess({ itemId: item.itemId, feedId: item.feedId, from: headers.from })
        return answer(null)
      }, Effect.provide(services)),
    })
  }),
)
