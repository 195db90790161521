import { Clock, Effect } from "effect"
import { writeOpml } from "#core/syndication"
import { type FollowedFeed, followedFeeds } from "#projections/follows"
import { type Call, textAnswer } from "../Call.ts"

/** What the person follows, as a list for other readers. */
export const exportOpml = Effect.fn("exportOpml")(function* ({ personId, t }: Call) {
  const groups = Map.groupBy(yield* followedFeeds(personId), ({ groupName }: FollowedFeed) => groupName ?? "")
  const opml = Array.from(groups, ([name, feeds]) => ({
    path: name === "" ? [] : [name],
    feeds: feeds.map(({ title, url, link }) => ({ title, xmlUrl: url, htmlUrl: link })),
  }))
  const document = writeOpml({ title: t("shell.product"), groups: opml }, yield* Clock.currentTimeMillis)
  return textAnswer(document, 200, { "content-type": "text/x-opml; charset=utf-8" })
})
