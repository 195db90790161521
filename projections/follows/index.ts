export { findReadItems, unreadMarksAmong } from "./findReadItems.ts"
export { type FollowedFeed, followedFeeds } from "./followedFeeds.ts"
export { followPositions } from "./followPositions.ts"
export { follows } from "./follows.projection.ts"
export { itemRules, rulesForFeed, type SetRule } from "./itemRules.ts"
export { listFollowers } from "./listFollowers.ts"
export {
  type FollowsRow,
  followColumns,
  type MuteRule,
  type PersonFollows,
  personFollows,
  readFollows,
} from "./personFollows.ts"
export { findSavedNote, type SavedNote, savedAmong, savedItems, savedTags } from "./savedItems.ts"
