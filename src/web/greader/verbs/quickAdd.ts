import { Effect } from "effect"
import { followFeed } from "#core/follows"
import { badRequest, type Call, jsonAnswer } from "../Call.ts"
import { carryOut } from "../ownFollows.ts"
import { feedStream } from "../streamIds.ts"
import { addFeed } from "./addFeed.ts"

/** Follows the feed that an address leads to. Where it leads to none, the answer has no results and says why. */
export const quickAdd = Effect.fn("quickAdd")(function* (call: Call) {
  const query = call.params.one("quickadd")?.trim() ?? ""
  if (query === "") return yield* badRequest("quickadd names no address")
  const feed = yield* addFeed(call, query.replace(/^feed\//, "")).pipe(
    Effect.catchIf(
      ({ status }) => status === 400,
      ({ text }) => Effect.succeed({ error: text }),
    ),
  )
  if ("error" in feed) return jsonAnswer({ query, numResults: 0, error: feed.error })
  const { feedId, title } = feed
  yield* carryOut(call, followFeed({ feedId }))
  return jsonAnswer({ query, numResults: 1, streamId: feedStream(feedId), streamName: title })
})
