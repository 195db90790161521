import { Effect } from "effect"
import { Pictures } from "#core/media"
import { translator } from "#src/i18n/index.ts"
import { NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"

/** A key does not reveal who uploaded the picture, and another person's picture is deleted with that person. */
export const refuseOthersPicture = Effect.fnUntraced(function* (key: string | null, personId: string) {
  if (key === null || (yield* Pictures.use(({ ownerOf }) => ownerOf(key))) === personId) return
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("api.media.no.image")))
})
