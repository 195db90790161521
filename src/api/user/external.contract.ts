import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ADDRESS_LENGTH_MAX } from "#contract/feeds"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Address, EpochMs, Id, lineText } from "../fields.ts"
import { SessionStarted } from "./fields.ts"

/** A path of this site. */
const Path = lineText(ADDRESS_LENGTH_MAX)

/** Sign-in through external identity providers. */
export const thirdPartyEndpoints = [
  HttpApiEndpoint.post("LoadThirdParties", "/LoadThirdParties", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ providers: Schema.Array(Schema.Struct({ provider: Id, name: Schema.String })) })),
  }).annotateMerge(describedAs("Lists the identity providers that this installation accepts.")),
  HttpApiEndpoint.post("ThirdPartySignIn", "/ThirdPartySignIn", {
    payload: Schema.Struct({
      provider: Id,
      /** The page to continue at. */
      from: Schema.optionalKey(Path),
      /** The address at which the issuer sent the browser back. */
      returned: Schema.optionalKey(Address),
    }),
    success: answerOf(
      Schema.Struct({
        /** The browser's next address: at the issuer, or after the return. */
        address: Schema.String,
        session: Schema.NullOr(SessionStarted),
        /** `leave`: go to the issuer. `in`: signed in. `confirm`: sign in if necessary, then confirm with LinkIdentity. */
        outcome: Schema.Literals(["leave", "in", "confirm"]),
      }),
    ),
    error: [BadRequest, Conflict],
  }).annotateMerge(
    describedAs(
      "Without `returned`: returns the address of the issuer and sets a cookie that the browser needs on its return. With `returned`: signs in, or offers to link the identity to an existing account.",
    ),
  ),
] as const

/** The identities that a person may sign in through. */
export const ownThirdPartyEndpoints = [
  HttpApiEndpoint.post("LoadIdentities", "/LoadIdentities", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        identities: Schema.Array(
          Schema.Struct({ identityId: Id, provider: Id, label: Schema.String, linked: EpochMs }),
        ),
        /** The identity that LinkIdentity would link. */
        offered: Schema.NullOr(Schema.Struct({ provider: Id, label: Schema.String })),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(describedAs("Lists the external identities that can sign in to the caller's account.")),
  HttpApiEndpoint.post("LinkIdentity", "/LinkIdentity", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(
    describedAs(
      "Links the identity that the cookie of ThirdPartySignIn names. The session must be younger than 15 minutes.",
    ),
  ),
  HttpApiEndpoint.post("UnlinkIdentity", "/UnlinkIdentity", {
    payload: Schema.Struct({ identityId: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, Conflict, BadRequest],
  }).annotateMerge(describedAs("Unlinks an identity: it can no longer sign in to the caller's account.")),
] as const
