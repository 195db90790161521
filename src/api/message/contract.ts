import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CLIENT_ID_LENGTH_MAX } from "#contract/chat"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Id, lineText } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { Message, MessageFilter, MessageList, MessageThread, MessageTypeField, UnreadCount } from "./fields.ts"
import { messageLinkEndpoints } from "./links.contract.ts"
import { messagePushEndpoints } from "./push.contract.ts"

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
    }).annotateMerge(
      describedAs("The types that LoadMessage can be asked for, with how many messages there are of each."),
    ),
    HttpApiEndpoint.post("GetMessage", "/GetMessage", {
      payload: Schema.Struct({ messageId: Id }),
      success: answerOf(Schema.Struct({ message: Message })),
      error: [Unauthorized, NotFound],
    }).annotateMerge(describedAs("One message of the caller's.")),
    ...messageLinkEndpoints,
    ...messagePushEndpoints,
  )
  .prefix("/Message")
  .middleware(Guard)
  .annotateMerge(
    OpenApi.annotations({ description: "What the site tells a person, and what others write to them." }),
  ) {}
