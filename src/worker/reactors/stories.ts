import { Effect } from "effect"
import { FeedEvents, Feeds } from "#core/feeds"
import type { Reactor } from "#projections/runner"

/** Compares new items with those of other feeds, so that one story is one entry of a list. */
export const storiesReactor = Effect.map(
  Feeds,
  (feeds): Reactor => ({
    name: "stories",
    types: ["feeds.FeedFetched.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const event = FeedEvents.decodeSync(type, data)
      if (event._tag === "feeds.FeedFetched.v1") await Effect.runPromise(feeds.joinStories(event))
    },
  }),
)
