import { Effect } from "effect"
import { articles } from "#projections/readerApps"
import { type Call, jsonAnswer } from "../Call.ts"
import { writeArticles } from "../writeArticle.ts"
import { readStream } from "./readStream.ts"

/** Articles that one answer has. */
const LIMITS = { usual: 20, max: 250 }

/** The articles of a stream. */
export const streamContents = Effect.fn("streamContents")(function* (call: Call) {
  const { entries, next, id, follows } = yield* readStream(call, LIMITS)
  const found = yield* articles(
    call.personId,
    entries.map(({ itemId }) => itemId),
  )
  return jsonAnswer({
    ...writeArticles(found, { id, follows, origin: call.origin }),
    ...(next === null ? {} : { continuation: next }),
  })
})
