import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { INVITED_NAME_LENGTH_MAX } from "#contract/channels"
import { answerOf, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"

const CreatorInvite = Schema.Struct({
  inviteCode: Schema.String,
  /** The address to send to the invited person. */
  url: Schema.String,
  /** The feed whose publisher is invited; null for anyone who gets the address. */
  feedId: Schema.NullOr(Schema.String),
  /** What the caller calls the invited person. */
  name: Schema.String,
  invited: EpochMs,
  status: Schema.Literals(["open", "applied", "creator"]),
}).annotate({ identifier: "CreatorInvite" })
const invites = answerOf(Schema.Struct({ invites: Schema.Array(CreatorInvite) }))

/** Invitations to become a creator. */
export const inviteEndpoints = [
  HttpApiEndpoint.post("InviteCC", "/InviteCC", {
    payload: Schema.Struct({
      feedId: Schema.optionalKey(Id),
      name: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(INVITED_NAME_LENGTH_MAX))),
    }),
    success: invites,
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Invites a content creator: returns an address that leads to the application. A second open invitation for the same feed changes nothing.",
    ),
  ),
  HttpApiEndpoint.post("InviteList", "/InviteList", {
    payload: Schema.Struct({}),
    success: invites,
    error: [Unauthorized, TooMany],
  }).annotateMerge(describedAs("The newest 100 invitations that the caller made to content creators.")),
] as const
