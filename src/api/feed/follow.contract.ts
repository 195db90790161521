import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem } from "#contract/feeds"
import { FeedInList, FOLLOWED, FollowableFeed, FollowedFeed, MERGED_ITEMS_MAX, UNFOLLOWED } from "#contract/follows"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { ContentLanguageCode, Cursor, Filter, Id, Sources } from "../fields.ts"
import { GroupRef, GroupText } from "../userGroup/contract.ts"

const CHANGING = [Unauthorized, NotFound, Conflict] as const
const Status = Schema.Literals([UNFOLLOWED, FOLLOWED])
/** The specification names the feed twice; `feedId` is used. */
const Change = { feedId: Id, feed: Schema.optionalKey(Schema.Struct({ id: Id })) }
const Changed = answerOf(Schema.Struct({ feedId: Schema.String, followStatusId: Status }))
const Text = Schema.String.check(Schema.isMaxLength(64))
/** Guests store more than the id, but the library's data is used. */
const GuestItem = Schema.Struct({ id: Text, feedId: Text, groupName: GroupText })

/** Calls about the caller's own follows. */
export const followEndpoints = [
  HttpApiEndpoint.post("InitFollow", "/InitFollow", {
    payload: Schema.Struct({ feeds: Schema.Array(GuestItem).check(Schema.isMaxLength(MERGED_ITEMS_MAX)) }),
    success: answerOf(Schema.Struct({ followed: Schema.Int, groups: Schema.Int, left: Schema.Int })),
    error: CHANGING,
  }).annotateMerge(
    describedAs(
      "Takes a guest's local follows and groups into the account: how many feeds and groups are new, and how many feeds were left, because the account is full or nobody knows them. What is there already stays as it is.",
    ),
  ),
  HttpApiEndpoint.post("Follow", "/Follow", {
    payload: Schema.Struct({ ...Change, ...GroupRef }),
    success: Changed,
    error: CHANGING,
  }).annotateMerge(
    describedAs("Follows a feed, in a group if one is named; one that is named and not there is made. Status 2."),
  ),
  HttpApiEndpoint.post("FollowWithCreator", "/FollowWithCreator", {
    payload: Schema.Struct({ ...Change, ...GroupRef }),
    success: answerOf(Schema.Struct({ feedId: Schema.String, followStatusId: Status, creatorCode: Schema.String })),
    error: CHANGING,
  }).annotateMerge(describedAs("Follows a feed and its creator: the channel under `creatorCode`.")),
  HttpApiEndpoint.post("UnFollow", "/UnFollow", {
    payload: Schema.Struct(Change),
    success: Changed,
    error: CHANGING,
  }).annotateMerge(describedAs("Ends the follow of a feed, and of its creator. Status 1.")),
  HttpApiEndpoint.post("UpdateFollow", "/UpdateFollow", {
    payload: Schema.Struct({ ...Change, ...GroupRef, followStatusId: Status }),
    success: Changed,
    error: CHANGING,
  }).annotateMerge(describedAs("Follows a feed (followStatusId 2) or ends the follow (1).")),
  HttpApiEndpoint.post("FollowList", "/FollowList", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ feeds: Schema.Array(FollowedFeed), index: Schema.Finite })),
    error: Unauthorized,
  }).annotateMerge(
    describedAs(
      "The feeds that the caller follows, in the order in which they were followed. `index` grows with each change.",
    ),
  ),
  HttpApiEndpoint.post("UnFollowList", "/UnFollowList", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({ feeds: Schema.Array(Schema.Struct({ ...FeedInList.fields, unfollowed: Schema.Finite })) }),
    ),
    error: Unauthorized,
  }).annotateMerge(describedAs("The feeds that the caller followed once, the last ended first.")),
  HttpApiEndpoint.post("ListUserFeed", "/ListUserFeed", {
    payload: Schema.Struct({ userCode: Id }),
    success: answerOf(Schema.Struct({ feeds: Schema.Array(FollowableFeed) })),
  }).annotateMerge(
    describedAs(
      "The feeds that a user publishes: their own texts, and feeds that they verified as theirs. What a user follows is private.",
    ),
  ),
  HttpApiEndpoint.post("LoadPersonalFeeds", "/LoadPersonalFeeds", {
    payload: Schema.Struct({
      filter: Filter,
      ...GroupRef,
      languageCode: Schema.optionalKey(ContentLanguageCode),
      sources: Schema.optionalKey(Sources),
      cursor: Schema.optionalKey(Cursor),
    }),
    success: answerOf(
      Schema.Struct({ items: Schema.Array(FeedItem), hasMore: Schema.Boolean, next: Schema.NullOr(Schema.String) }),
    ),
    error: [Unauthorized, NotFound],
  }).annotateMerge(
    describedAs("A page of the caller's personal feed, optionally of one group: newest first, without muted items."),
  ),
] as const
