import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ADDRESS_LENGTH_MAX } from "#contract/feeds"
import { answerOf, BadRequest, Conflict, NotFound, said, Unauthorized } from "../envelope.ts"
import { Address, Id, line, Moment } from "../fields.ts"
import { SessionBegun } from "./fields.ts"

/** A path of this site. */
const Path = line(ADDRESS_LENGTH_MAX)

/** Signing in through others. */
export const thirdPartyEndpoints = [
  HttpApiEndpoint.post("LoadThirdParties", "/LoadThirdParties", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ providers: Schema.Array(Schema.Struct({ provider: Id, name: Schema.String })) })),
  }).annotateMerge(said("The issuers that people may sign in through here.")),
  HttpApiEndpoint.post("ThirdPartySignIn", "/ThirdPartySignIn", {
    payload: Schema.Struct({
      provider: Id,
      /** Where to go on afterwards. */
      from: Schema.optionalKey(Path),
      /** The address at which the issuer sent the browser back. */
      returned: Schema.optionalKey(Address),
    }),
    success: answerOf(
      Schema.Struct({
        /** Where the browser is to go: to the issuer, or on after it came back. */
        address: Schema.String,
        session: Schema.NullOr(SessionBegun),
        /** `leave`: go to the issuer. `in`: signed in. `linked`: one more way in. `owned`: sign in, then agree to link. */
        outcome: Schema.Literals(["leave", "in", "linked", "owned"]),
      }),
    ),
    error: [BadRequest, Conflict],
  }).annotateMerge(
    said(
      "Without `returned`: the address of the issuer, and a cookie that the browser needs when it comes back. With it: signs in, or links the identity to the member who left.",
    ),
  ),
] as const

/** The identities that a person may sign in through. */
export const ownThirdPartyEndpoints = [
  HttpApiEndpoint.post("LoadIdentities", "/LoadIdentities", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        identities: Schema.Array(Schema.Struct({ identityId: Id, provider: Id, label: Schema.String, linked: Moment })),
        /** The provider whose identity waits for the person to agree. */
        offered: Schema.NullOr(Id),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(said("What the person may sign in through.")),
  HttpApiEndpoint.post("LinkIdentity", "/LinkIdentity", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(said("Agrees to the identity that waits, as the cookie of ThirdPartySignIn names it.")),
  HttpApiEndpoint.post("UnlinkIdentity", "/UnlinkIdentity", {
    payload: Schema.Struct({ identityId: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, Conflict, BadRequest],
  }).annotateMerge(said("An identity is no way in any more.")),
] as const
