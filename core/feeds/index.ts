export { addFeed } from "./addFeed.ts"
export { ADD_UNVERIFIED_MAX, type UnverifiedFeeds } from "./addUnverified.ts"
export type { AddedFeed } from "./admitFeed.ts"
export { cleanArticle } from "./cleanArticle.ts"
export {
  type Enclosure,
  type FeedEvent,
  FeedEvents,
  type FeedFacts,
  FeedFailed,
  FeedMoved,
  type FetchedItem,
} from "./events.ts"
export { Feed, type FeedState } from "./Feed.ts"
export { type AddRefusal, Feeds } from "./Feeds.ts"
export { feedCodeOf, feedIdOf, itemIdOf } from "./ids.ts"
export type { Line, PartKind, PartOutcome, PartRefusal } from "./parts/ItemPart.ts"
export { ItemParts } from "./parts/ItemParts.ts"
export { type CheckOutcome, feedChecks } from "./poll/checkFeed.ts"
export { isAddedByLibrary } from "./poll/demand.ts"
export type { FeedHealth } from "./poll/FeedHealth.ts"
export type { Pace } from "./poll/nextCheck.ts"
export { PollSchedule } from "./poll/Schedule.ts"
export { FeedReader, secondReadings } from "./reading/FeedReader.ts"
export { recordFetch } from "./recordFetch.ts"
export { storyKeyOf } from "./stories/storyKey.ts"
