import { Effect } from "effect"
import type { BadGroupName, NoGroup, TooManyFollows } from "#core/follows"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"

/** Why follows stay as they are, said to the caller; a name that is no good beside the field that it was given in. */
export const refuseFollow =
  (field = "groupName") =>
  (error: TooManyFollows | BadGroupName | NoGroup): Effect.Effect<never, BadRequest | NotFound | Conflict> =>
    Effect.gen(function* () {
      const t = translator((yield* CurrentCaller).locale)
      switch (error._tag) {
        case "TooManyFollows":
          return yield* new Conflict(refusal(t(error.messageKey, { count: error.count })))
        case "NoGroup":
          return yield* new NotFound(refusal(t(error.messageKey)))
        case "BadGroupName": {
          const message = t(error.messageKey)
          return yield* new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
        }
      }
    })
