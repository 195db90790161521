import { Effect } from "effect"
import { personFollows } from "#projections/follows"
import { countUnread } from "#projections/readerApps"
import { type Call, jsonAnswer } from "../Call.ts"
import { feedStream, labelStream, READING_LIST } from "../streamIds.ts"

/** How much is unread: of each feed, of each group and of all. What has nothing unread is left out. */
export const countUnreadItems = Effect.fn("countUnreadItems")(function* ({ personId }: Call) {
  const { byGroup, muted } = yield* personFollows(personId)
  const counts = new Map(
    (yield* countUnread(personId, [...byGroup.values()].flat(), muted)).map((each) => [each.feedId, each]),
  )
  const sumOf = (id: string, feedIds: Iterable<string>) => {
    let [count, newestMs] = [0, 0]
    for (const feedId of feedIds) {
      const of = counts.get(feedId)
      count += of?.count ?? 0
      newestMs = Math.max(newestMs, of?.newestMs ?? 0)
    }
    return { id, count, newestItemTimestampUsec: `${newestMs}000` }
  }
  const all = sumOf(READING_LIST, counts.keys())
  const feeds = Array.from(counts.keys(), (feedId) => sumOf(feedStream(feedId), [feedId]))
  const labels = [...byGroup].flatMap(([name, feedIds]) => (name === "" ? [] : [sumOf(labelStream(name), feedIds)]))
  return jsonAnswer({ max: all.count, unreadcounts: [...feeds, ...labels, all].filter(({ count }) => count > 0) })
})
