export { addFeed } from "./addFeed.ts"
export {
  Enclosure,
  FeedAdded,
  FeedEvent,
  FeedEvents,
  FeedFacts,
  FeedFailed,
  FeedFetched,
  FeedMoved,
  FetchedItem,
} from "./events.ts"
export { Feed, type FeedState } from "./Feed.ts"
export { feedCodeOf, feedIdOf, itemIdOf } from "./ids.ts"
export { moveFeed } from "./moveFeed.ts"
export { recordFailure } from "./recordFailure.ts"
export { recordFetch } from "./recordFetch.ts"
