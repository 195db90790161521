import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CLIENT_ID_LENGTH_MAX, REACTION_EMOJI } from "#contract/chat"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { PushTarget } from "../feed/push.contract.ts"
import { Address, Id, lineText } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { Message, MessageFilter, MessageList, MessageThread, MessageTypeField, UnreadCount } from "./fields.ts"
import { messageFileEndpoints } from "./files.contract.ts"
import { groupEndpoints } from "./groups.contract.ts"

const MINUTES_A_DAY = 1_440
const Minute = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MINUTES_A_DAY - 1 }))
const Hours = Schema.NullOr(Schema.Struct({ fromMinute: Minute, toMinute: Minute, timeZone: lineText(64) }))

/** Push settings for messages, and quiet hours. */
const messagePushEndpoints = [
  HttpApiEndpoint.post("SubscribeMessages", "/SubscribeMessages", {
    payload: Schema.Struct({
      subscription: PushTarget,
      /** The earlier endpoint of this browser; if unknown, nothing is subscribed. */
      replaces: Schema.optionalKey(Address),
    }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, BadRequest],
  }).annotateMerge(
    describedAs("Pushes messages to the browser of the call while no page is open, for as long as its session lasts."),
  ),
  HttpApiEndpoint.post("UnsubscribeMessages", "/UnsubscribeMessages", {
    payload: Schema.Struct({ endpoint: Address }),
    success: answerOf(Schema.Null),
    error: Unauthorized,
  }).annotateMerge(describedAs("Pushes no messages to a browser of the caller's any more.")),
  HttpApiEndpoint.post("LoadQuietHours", "/LoadQuietHours", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ hours: Hours })),
    error: Unauthorized,
  }).annotateMerge(describedAs("Between which minutes of the day nothing is pushed to the caller; null: at no time.")),
  HttpApiEndpoint.post("SetQuietHours", "/SetQuietHours", {
    payload: Schema.Struct({ hours: Hours }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, BadRequest],
  }).annotateMerge(
    describedAs(
      "Has nothing pushed to the caller between two minutes of the day in a time zone, which may lie in two days.",
    ),
  ),
] as const

const LinkPreview = Schema.Struct({
  /** The final URL of the link. */
  url: Schema.String,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  siteName: Schema.NullOr(Schema.String),
  /** A resized copy on this site, so the linked host never sees the reader. */
  imageUrl: Schema.NullOr(Schema.String),
}).annotate({ identifier: "LinkPreview" })

const messageLinkEndpoints = [
  HttpApiEndpoint.post("LoadLinkPreview", "/LoadLinkPreview", {
    payload: Schema.Struct({ url: Address }),
    success: answerOf(Schema.Struct({ preview: Schema.NullOr(LinkPreview) })),
    error: Unauthorized,
  }).annotateMerge(
    describedAs(
      "How the page introduces itself that a link in a message leads to; null where it does not, or cannot be read.",
    ),
  ),
] as const

/** Above the message limit, so that a long message gets its own error. */
const TEXT_LENGTH_MAX = 20_000

const OneMessage = answerOf(Schema.Struct({ message: Message, ...UnreadCount.fields }))

/** Notices of the site and messages of others. */
export class MessageApi extends HttpApiGroup.make("Message")
  .add(
    HttpApiEndpoint.post("LoadMessage", "/LoadMessage", {
      payload: Schema.Struct({
        targetUserCode: Schema.optionalKey(Id),
        filter: MessageFilter,
        type: Schema.optionalKey(MessageTypeField),
      }),
      success: answerOf(MessageList),
      error: [Unauthorized, NotFound],
    }).annotateMerge(
      describedAs(
        "The caller's messages, newest first: notices of the site, and the last message of every conversation and of every request. With `targetUserCode`: the conversation with that person.",
      ),
    ),
    HttpApiEndpoint.post("LoadMessageList", "/LoadMessageList", {
      payload: Schema.Struct({}),
      success: answerOf(Schema.Struct({ list: Schema.Array(MessageThread), ...UnreadCount.fields })),
      error: Unauthorized,
    }).annotateMerge(
      describedAs(
        "What the caller's messages are from: notices by their type, conversations and rooms, the newest first.",
      ),
    ),
    HttpApiEndpoint.post("UpdateMessage", "/UpdateMessage", {
      payload: Schema.Struct({
        messageId: Schema.optionalKey(Id),
        targetUserCode: Schema.optionalKey(Id),
        type: Schema.optionalKey(MessageTypeField),
        /** Answers the request of this person. */
        invite: Schema.optionalKey(Schema.Literals(["accept", "ignore"])),
      }),
      success: answerOf(UnreadCount),
      error: [Unauthorized, NotFound, BadRequest],
    }).annotateMerge(
      describedAs(
        "Marks as read: a notice by `messageId`, or with a message of a conversation all before it; a conversation by `targetUserCode`; else all messages of a `type`. With `invite`: accepts or ignores the request of `targetUserCode`.",
      ),
    ),
    HttpApiEndpoint.post("SendMessage", "/SendMessage", {
      payload: Schema.Struct({
        targetUserCode: Id,
        message: Schema.String.check(Schema.isMaxLength(TEXT_LENGTH_MAX)),
        /** Chosen by the client; a repeated id is the same message. */
        clientId: Schema.optionalKey(lineText(CLIENT_ID_LENGTH_MAX)),
        /** The number of the answered message. */
        replyTo: Schema.optionalKey(Schema.Int),
      }),
      success: OneMessage,
      error: [Unauthorized, NotFound, BadRequest, Conflict, Busy],
    }).annotateMerge(
      describedAs(
        "Writes to a person. The first message to somebody who does not know the caller is a request to answer.",
      ),
    ),
    HttpApiEndpoint.post("ReactToMessage", "/ReactToMessage", {
      payload: Schema.Struct({
        messageId: Id,
        emoji: Schema.Literals(REACTION_EMOJI),
        /** False removes the reaction. */
        on: Schema.Boolean,
      }),
      success: answerOf(Schema.Struct({ message: Message })),
      error: [Unauthorized, NotFound, Conflict, Busy],
    }).annotateMerge(
      describedAs(
        "Adds a reaction of the caller's to a message of a conversation, or removes it. A repeat changes nothing.",
      ),
    ),
    HttpApiEndpoint.post("LoadMessageFilter", "/LoadMessageFilter", {
      payload: Schema.Struct({}),
      success: answerOf(
        Schema.Struct({
          filters: Schema.Array(
            Schema.Struct({
              type: MessageTypeField,
              name: Schema.String,
              total: Schema.Int,
              ...UnreadCount.fields,
            }),
          ),
        }),
      ),
      error: Unauthorized,
    }).annotateMerge(describedAs("The types that LoadMessage accepts, with the number of messages of each.")),
    HttpApiEndpoint.post("GetMessage", "/GetMessage", {
      payload: Schema.Struct({ messageId: Id }),
      success: answerOf(Schema.Struct({ message: Message })),
      error: [Unauthorized, NotFound],
    }).annotateMerge(describedAs("One message of the caller's.")),
    ...messageFileEndpoints,
    ...groupEndpoints,
    ...messageLinkEndpoints,
    ...messagePushEndpoints,
  )
  .prefix("/Message")
  .middleware(Guard)
  .annotateMerge(
    OpenApi.annotations({ description: "What the site tells a person, and what others write to them." }),
  ) {}
