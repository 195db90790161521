import { Effect } from "effect"
import { Spelling } from "./Spelling.ts"

/**
 * The corrected text of a search that found nothing, if the corrected search finds something; otherwise null.
 *
 * @param finds whether a search with this text finds something
 */
export const didYouMean = Effect.fn("didYouMean")(function* <E, R>(
  typed: string,
  finds: (text: string) => Effect.Effect<boolean, E, R>,
) {
  const corrected = yield* Spelling.use(({ correct }) => correct(typed))
  return corrected !== null && (yield* finds(corrected)) ? corrected : null
})
