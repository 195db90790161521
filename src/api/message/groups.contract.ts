import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { CLIENT_ID_LENGTH_MAX, GROUP_MEMBERS_MAX } from "#contract/chat"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Id, lineText } from "../fields.ts"

/** Above the limit of a name, so that a long one gets its own error. */
const NAME_LENGTH_MAX = 1_000
const Name = Schema.String.check(Schema.isMaxLength(NAME_LENGTH_MAX))

/** A group among friends. */
const Group = Schema.Struct({
  groupId: Schema.String,
  /** Empty if the person who gave it left. */
  name: Schema.String,
  /** Whether the caller is the owner. */
  own: Schema.Boolean,
  /** The owner first. */
  members: Schema.Array(
    Schema.Struct({
      userCode: Schema.String,
      displayName: Schema.String,
      headerImage: Schema.NullOr(Schema.String),
      owner: Schema.Boolean,
    }),
  ),
}).annotate({ identifier: "Group" })

export const groupEndpoints = [
  HttpApiEndpoint.post("StartGroup", "/StartGroup", {
    payload: Schema.Struct({
      name: Name,
      userCodes: Schema.Array(Id).check(Schema.isMaxLength(GROUP_MEMBERS_MAX)),
      /** Chosen by the client; a repeated id is the same group. */
      clientId: lineText(CLIENT_ID_LENGTH_MAX),
    }),
    success: answerOf(Schema.Struct({ group: Group })),
    error: [Unauthorized, BadRequest, Conflict],
  }).annotateMerge(
    describedAs(
      "Starts a group with people who have an open conversation with the caller: both have written. The caller is its owner. At most 50 members. Its messages are those of the room with scope `Group` and the id of the group.",
    ),
  ),
  HttpApiEndpoint.post("LoadGroup", "/LoadGroup", {
    payload: Schema.Struct({ groupId: Id }),
    success: answerOf(Schema.Struct({ group: Group })),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("A group of the caller's with its members.")),
  HttpApiEndpoint.post("UpdateGroup", "/UpdateGroup", {
    payload: Schema.Struct({
      groupId: Id,
      change: Schema.Literals(["rename", "add", "remove", "handOver", "leave"]),
      /** With `rename`. */
      name: Schema.optionalKey(Name),
      /** With `add`, `remove` and `handOver`. */
      userCode: Schema.optionalKey(Id),
    }),
    success: answerOf(Schema.Struct({ group: Schema.NullOr(Group) })),
    error: [Unauthorized, NotFound, BadRequest, Conflict],
  }).annotateMerge(
    describedAs(
      "Changes a group: its owner renames it, adds people as in StartGroup, removes members and hands it over; every member may leave, and is not added again after that. When the owner leaves, the first member becomes the owner. The response has no group after `leave`.",
    ),
  ),
] as const
