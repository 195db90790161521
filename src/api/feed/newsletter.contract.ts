import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { EMAIL_SETTING_IDS } from "#contract/newsletters"
import { answerOf, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Filter, Id } from "../fields.ts"

const EmailSettingId = Schema.Literals(EMAIL_SETTING_IDS)
const EmailStatusId = Schema.Literals([1, 2, 3, 4, 5, 6])
const SendListStatusId = Schema.Literals([1, 2, 3])
const Counts = Schema.Record(Schema.String, Schema.Int)

const EmailSetting = Schema.Struct({
  channelCode: Schema.String,
  subject: Schema.String,
  emailSettingId: EmailSettingId,
  sendListStatusId: SendListStatusId,
  /** Whether the creator may have the caller's address. */
  shareAddress: Schema.Boolean,
}).annotate({ identifier: "EmailSetting" })

/** What became of the mail about one post: `candidates` is the sum of `emailStatus` and of `excluded`. */
const EmailReport = Schema.Struct({
  /** Names this mail in calls; that of a new post has the id of its content. */
  emailId: Schema.String,
  /** Mail about a new post, or about one that opened to more readers. */
  kind: Schema.Literals(["post", "opened"]),
  contentId: Schema.String,
  /** Empty if the post was deleted. */
  title: Schema.String,
  state: Schema.Literals(["held", "running", "finished", "cancelled"]),
  /** When the mail begins to leave; until then nobody has got any. */
  due: Schema.Finite,
  candidates: Schema.Int,
  /** Letters by the name of their status in Home/LoadEmailStatus. */
  emailStatus: Counts,
  /** People who got none, by reason. */
  excluded: Counts,
  /** Letters that may have arrived twice, or not at all. */
  uncertain: Schema.Int,
}).annotate({ identifier: "EmailReport" })

/** Calls about new posts by mail. */
export const newsletterEndpoints = [
  HttpApiEndpoint.post("UpdateEmailSetting", "/UpdateEmailSetting", {
    payload: Schema.Struct({
      channelCode: Schema.optionalKey(Id),
      emailSettingId: EmailSettingId,
      /** With a channel: whether its creator may have the caller's address; omitted, it stays as it is. */
      shareAddress: Schema.optionalKey(Schema.Boolean),
    }),
    success: answerOf(Schema.Struct({ settings: Schema.Array(EmailSetting) })),
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Sets how the caller gets new posts of a channel by mail: 1 never, 2 each post, 3 a daily, 4 a weekly digest. Without a channel, for all channels that send to the caller. `shareAddress` lets the creator of the channel take the caller's address along; false withdraws it, and so does leaving. Returns all settings.",
    ),
  ),
  HttpApiEndpoint.post("ResendEmail", "/ResendEmail", {
    payload: Schema.Struct({
      /** The `contentId` or the `emailId` of a report. */
      contentId: Id,
    }),
    success: answerOf(Schema.Struct({ report: EmailReport })),
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Sends the failed letters of a finished mail of the caller once more: not to addresses that do not exist, and not to people who left. Five times within 30 days.",
    ),
  ),
  HttpApiEndpoint.post("CancelEmail", "/CancelEmail", {
    payload: Schema.Struct({
      /** The `contentId` or the `emailId` of a report. */
      contentId: Id,
    }),
    success: answerOf(Schema.Struct({ report: EmailReport })),
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs("Stops the mail about a post of the caller. What has left stays; the rest is counted as cancelled."),
  ),
  HttpApiEndpoint.post("NewPostEmailReport", "/NewPostEmailReport", {
    payload: Schema.Struct({ channelCode: Schema.optionalKey(Id), filter: Filter }),
    success: answerOf(
      Schema.Struct({
        reports: Schema.Array(EmailReport),
        /** The list of the channel, or of all channels together, by the name of the status in Home/LoadSendListStatus. */
        sendList: Counts,
        hasMore: Schema.Boolean,
      }),
    ),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("Reports on the mail about the caller's posts, the newest first, at most 20.")),
  HttpApiEndpoint.post("NewPostEmailDetailReport", "/NewPostEmailDetailReport", {
    payload: Schema.Struct({
      /** The `contentId` or the `emailId` of a report. */
      contentId: Id,
      emailStatusId: Schema.optionalKey(EmailStatusId),
      filter: Filter,
    }),
    success: answerOf(
      Schema.Struct({
        report: EmailReport,
        readers: Schema.Array(
          Schema.Struct({
            /** Empty if the reader's account was deleted. */
            userCode: Schema.String,
            displayName: Schema.String,
            emailStatusId: EmailStatusId,
            /** When it was sent or given up; null while it is queued. */
            time: Schema.NullOr(Schema.Finite),
          }),
        ),
        hasMore: Schema.Boolean,
      }),
    ),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(
    describedAs("The readers of one report of the caller, without their addresses; of one status if asked for."),
  ),
] as const
