import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import {
  ABOUT_LENGTH_MAX,
  CHANNEL_BIO_LENGTH_MAX,
  CHANNEL_LANGUAGES_MAX,
  CHANNEL_LINKS_MAX,
  CHANNEL_TAGS_MAX,
  REJECTION_REASONS,
} from "#contract/channels"
import { ChannelItem } from "#contract/library"
import {
  answerOf,
  BadRequest,
  Conflict,
  describedAs,
  NotFound,
  TooMany,
  Unauthorized,
  Unavailable,
} from "../envelope.ts"
import { Address, ContentLanguageCode, EpochMs, Id, PictureKey } from "../fields.ts"
import { TypedText } from "../user/fields.ts"

/** Texts may be twice as long as the rules allow, and lists twice as many, so that people get the rule's message. */
const long = (lengthMax: number) => Schema.String.check(Schema.isMaxLength(2 * lengthMax))
const some = <Item extends Schema.Top>(item: Item, countMax: number) =>
  Schema.Array(item).check(Schema.isMaxLength(2 * countMax))
const Links = some(TypedText, CHANNEL_LINKS_MAX)
const Languages = some(ContentLanguageCode, CHANNEL_LANGUAGES_MAX)

const statusIds = (...ids: ReadonlyArray<number>) => Schema.Literals(ids)

/** An application as its applicant sees it. */
const ApplicationShown = Schema.Struct({
  /** Ids of Home/LoadApplcationRequestType and Home/LoadApplcationRequestStatus. */
  requestTypeId: Schema.Int,
  requestStatusId: Schema.Int,
  subject: Schema.String,
  about: Schema.String,
  links: Schema.Array(Schema.String),
  languageCodes: Schema.Array(Schema.String),
  submitted: Schema.NullOr(EpochMs),
  decided: Schema.NullOr(EpochMs),
  /** Why it was rejected, and what the operator wrote; null otherwise. */
  reason: Schema.NullOr(Schema.Literals(REJECTION_REASONS)),
  note: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Application" })

/** The profile of a creator: a channel with what belongs to it. */
const CreatorProfile = Schema.Struct({
  ...ChannelItem.fields,
  links: Schema.Array(Schema.String),
  languageCodes: Schema.Array(Schema.String),
  tags: Schema.Array(Schema.String),
  bannerUrl: Schema.String,
  /** Id of Home/CommentLevels. */
  commentLevelId: Schema.Int,
  /** The channel that a closed one recommends. */
  successorCode: Schema.NullOr(Schema.String),
  userCode: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  /** Feeds that the creator proved to be theirs. */
  feeds: Schema.Array(Schema.Struct({ feedId: Schema.String, title: Schema.String, url: Schema.String })),
  subChannels: Schema.Array(ChannelItem),
}).annotate({ identifier: "CreatorProfile" })

const Supporter = Schema.Struct({
  userCode: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  headerImage: Schema.NullOr(Schema.String),
  /** Since when the level is held without a pause. */
  since: EpochMs,
}).annotate({ identifier: "Supporter" })
const Supporters = Schema.Struct({ count: Schema.Int, people: Schema.Array(Supporter) })

const profileAnswer = answerOf(Schema.Struct({ profile: CreatorProfile }))
/** The caller's channel; by default the first one. */
const which = { channelId: Schema.optionalKey(Schema.Int) }

/** Calls about creators and their channels. */
export const creatorEndpoints = [
  HttpApiEndpoint.post("ApplyContentCreator", "/ApplyContentCreator", {
    payload: Schema.Struct({
      /** By default the application is submitted. `withdraw` ignores the answers. */
      action: Schema.optionalKey(Schema.Literals(["submit", "save", "withdraw"])),
      subject: Schema.optionalKey(TypedText),
      about: Schema.optionalKey(long(ABOUT_LENGTH_MAX)),
      links: Schema.optionalKey(Links),
      languageCodes: Schema.optionalKey(Languages),
      /** The code of Feed/InviteCC by which the person came; a code that is no longer valid is ignored. */
      inviteCode: Schema.optionalKey(Id),
    }),
    success: answerOf(Schema.Struct({ application: ApplicationShown })),
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Applies to become a content creator. An application can be saved as a draft, corrected until its review begins, and withdrawn.",
    ),
  ),
  HttpApiEndpoint.post("LoadApplyForm", "/LoadApplyForm", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ application: Schema.NullOr(ApplicationShown) })),
    error: [Unauthorized, TooMany],
  }).annotateMerge(describedAs("The caller's application with its status; null if they never saved one.")),
  HttpApiEndpoint.post("LoadCCProfile", "/LoadCCProfile", {
    payload: Schema.Struct(which),
    success: profileAnswer,
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("The profile of the calling creator. 404 for people who are not creators.")),
  HttpApiEndpoint.post("LoadCCProfileByCode", "/LoadCCProfileByCode", {
    payload: Schema.Struct({ channelCode: Id }),
    success: profileAnswer,
    error: [NotFound, TooMany],
  }).annotateMerge(describedAs("The profile of the creator with this channel code, for everybody.")),
  HttpApiEndpoint.post("UpdateCCProfile", "/UpdateCCProfile", {
    payload: Schema.Struct({
      ...which,
      subject: Schema.optionalKey(TypedText),
      bio: Schema.optionalKey(long(CHANNEL_BIO_LENGTH_MAX)),
      links: Schema.optionalKey(Links),
      languageCodes: Schema.optionalKey(Languages),
      tags: Schema.optionalKey(some(TypedText, CHANNEL_TAGS_MAX)),
    }),
    success: profileAnswer,
    error: [Unauthorized, BadRequest, NotFound, TooMany],
  }).annotateMerge(describedAs("Changes what a creator's channel says about itself; omitted fields stay.")),
  HttpApiEndpoint.post("UpdateContentCreator", "/UpdateContentCreator", {
    payload: Schema.Struct({
      ...which,
      /** Ids of Home/LoadUserChannelStatus, Home/LoadChannelDisplayStatus and Home/CommentLevels. */
      userChannelStatusId: Schema.optionalKey(statusIds(1, 2, 3)),
      userChannelDisplayStatusId: Schema.optionalKey(statusIds(1, 2)),
      commentLevelId: Schema.optionalKey(statusIds(1, 2, 3, 4)),
      /** The channel that a closed one recommends. */
      successorCode: Schema.optionalKey(Schema.NullOr(Id)),
      /** Opens a sub-channel with this name. */
      subChannel: Schema.optionalKey(TypedText),
    }),
    success: profileAnswer,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Pauses, closes, reopens, hides or shows a creator's channel, sets who may comment, or opens a sub-channel. Omitted fields stay.",
    ),
  ),
  HttpApiEndpoint.post("UpdateContentCreaterImage", "/UpdateContentCreaterImage", {
    payload: Schema.Struct({
      ...which,
      /** Keys of Home/UploadImage; null removes a picture. */
      icon: Schema.optionalKey(Schema.NullOr(PictureKey)),
      banner: Schema.optionalKey(Schema.NullOr(PictureKey)),
    }),
    success: profileAnswer,
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("Changes the icon or the banner of a creator's channel.")),
  HttpApiEndpoint.post("SearchCC", "/SearchCC", {
    payload: Schema.Struct({
      keyword: Schema.optionalKey(TypedText),
      filter: Schema.optionalKey(
        Schema.Struct({
          page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
          pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
        }),
      ),
    }),
    success: answerOf(Schema.Struct({ channels: Schema.Array(ChannelItem), hasMore: Schema.Boolean })),
    error: [TooMany],
  }).annotateMerge(
    describedAs("Creators by the beginning of a word in the channel's name, by user name or by channel code."),
  ),
  HttpApiEndpoint.post("AddPersonalRSS", "/AddPersonalRSS", {
    payload: Schema.Struct({ url: Address }),
    success: profileAnswer,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany, Unavailable],
  }).annotateMerge(
    describedAs(
      "Adds a creator's own feed to their profile. The feed or its page must name the creator, as User/LoadLinkAccount describes; otherwise 409.",
    ),
  ),
  HttpApiEndpoint.post("SupporterList", "/SupporterList", {
    payload: Schema.Struct({
      page: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))),
    }),
    success: answerOf(Schema.Struct({ subscribers: Supporters, premium: Supporters })),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "The people who support the calling creator: subscribers and premium subscribers, 50 of each on a page.",
    ),
  ),
  HttpApiEndpoint.post("LoadProfit", "/LoadProfit", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        /** The newest month first; months are UTC. */
        profit: Schema.Array(
          Schema.Struct({
            month: Schema.String,
            kind: Schema.Literals(["donation", "subscription"]),
            assetTypeId: Schema.Int,
            /** Decimal text of the asset. */
            amount: Schema.String,
            /** Donations, or paid months of subscribers. */
            count: Schema.Int,
          }),
        ),
      }),
    ),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("What the calling creator received, by month, kind and asset, for the last 24 months.")),
] as const
