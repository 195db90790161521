import { type Decide, decided, withoutFeed } from "./GuestFollows.ts"

/** Ends a follow. The last feed of a group leaves a placeholder behind, so that the group remains. */
export const unfollowFeed =
  (feedId: string): Decide =>
  (items) =>
    decided(withoutFeed(items, feedId))
