import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { TYPED_CODE_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, Unauthorized, Unavailable } from "../envelope.ts"
import { EpochMs, Id, lineText, WhichFeed } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"
import { thirdPartyEndpoints } from "./external.contract.ts"
import { Email, InviteCode, proof, reauthentication, SessionStarted, TypedText } from "./fields.ts"
import { passkeyEndpoints } from "./passkeys.contract.ts"

/** The last part of the path that a mail links to. */
const link = { link: lineText(200) }

/** Removing a lost second step by mail. */
const removalEndpoints = [
  HttpApiEndpoint.post("SendTwoStepRemoval", "/SendTwoStepRemoval", {
    payload: Schema.Struct({ email: Email }),
    success: answerOf(Schema.Null),
    error: [BadRequest],
  }).annotateMerge(
    describedAs("Mails the link that asks for the removal of the second step; the answer is the same for all."),
  ),
  HttpApiEndpoint.post("LoadTwoStepRemoval", "/LoadTwoStepRemoval", {
    payload: Schema.Struct(link),
    success: answerOf(Schema.Struct({ removalDue: Schema.NullOr(EpochMs) })),
    error: [BadRequest],
  }).annotateMerge(
    describedAs("What a mail's link is good for: to ask for the removal, or to cancel the one that is due."),
  ),
  HttpApiEndpoint.post("RemoveTwoStep", "/RemoveTwoStep", {
    payload: Schema.Struct({
      link: Schema.optionalKey(link.link),
      /** Instead of the link: the address, and the mailed digits. */
      email: Schema.optionalKey(Email),
      code: Schema.optionalKey(lineText(TYPED_CODE_LENGTH_MAX)),
    }),
    success: answerOf(Schema.Struct({ removalDue: EpochMs })),
    error: [BadRequest],
  }).annotateMerge(describedAs("Asks for the removal, which happens 72 hours later.")),
  HttpApiEndpoint.post("KeepTwoStep", "/KeepTwoStep", {
    payload: Schema.Struct(link),
    success: answerOf(Schema.Null),
    error: [BadRequest],
  }).annotateMerge(describedAs("Cancels the removal of the second step, with the link from the mail.")),
] as const

const LinkedFeed = Schema.Struct({
  feedId: Schema.String,
  title: Schema.String,
  url: Schema.String,
  /** Where the proof was found. */
  place: Schema.String,
  /** Milliseconds since 1970. */
  time: Schema.Finite,
  /** How many people promised to support it. */
  waiting: Schema.Int,
})
const Proof = Schema.Struct({
  feedId: Schema.String,
  title: Schema.String,
  url: Schema.String,
  /** The page that the feed links to; empty if none. */
  link: Schema.String,
  code: Schema.String,
  /** A meta tag, a link and a TXT record; each of them is a valid proof. */
  metaTag: Schema.String,
  relMe: Schema.String,
  txtRecord: Schema.String,
  isMine: Schema.Boolean,
  /** How many people promised to support the feed as soon as its author is here. */
  waiting: Schema.Int,
})

/** The caller's channels on other sites. */
const linkAccountEndpoints = [
  HttpApiEndpoint.post("LoadLinkAccount", "/LoadLinkAccount", {
    payload: Schema.Struct(WhichFeed),
    success: answerOf(Schema.Struct({ accounts: Schema.Array(LinkedFeed), proof: Schema.NullOr(Proof) })),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("The feeds that are the caller's; where one is named, also what proves that it is.")),
  HttpApiEndpoint.post("VerifyLinkAccount", "/VerifyLinkAccount", {
    payload: Schema.Struct(WhichFeed),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, Conflict, Unavailable],
  }).annotateMerge(
    describedAs(
      "Looks at the feed, its page and its host for the proof that it is the caller's, and notes that it is.",
    ),
  ),
  HttpApiEndpoint.post("RemoveLinkAccount", "/RemoveLinkAccount", {
    payload: Schema.Struct(WhichFeed),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("Gives a feed of the caller up.")),
] as const

const SessionStartedAnswer = answerOf(SessionStarted)
const Done = answerOf(Schema.Null)

const Device = Schema.Struct({
  deviceId: Schema.String,
  device: Schema.String,
  /** The last address, with its final part removed. */
  network: Schema.String,
  /** Milliseconds since 1970. */
  opened: Schema.Finite,
  seen: Schema.Finite,
  isThisOne: Schema.Boolean,
})
const Invite = Schema.Struct({ inviteCode: Schema.String, status: Schema.Literals(["open", "used", "ended"]) })

/** Sign-up, sign-in and sign-out. */
export class UserApi extends HttpApiGroup.make("User")
  .add(
    HttpApiEndpoint.post("SignUp", "/SignUp", {
      payload: Schema.Struct({ email: Email, password: TypedText, inviteCode: Schema.optionalKey(InviteCode) }),
      success: Done,
      error: Busy,
    }).annotateMerge(
      describedAs(
        "Opens an account and mails the code that activates it. The answer is the same for an address that has an account: its owner gets another mail.",
      ),
    ),
    HttpApiEndpoint.post("activation", "/activation", {
      payload: Schema.Struct(proof),
      success: SessionStartedAnswer,
    }).annotateMerge(
      describedAs(
        "Proves the address of a new account, by the `token` of the mail's link or by `email` and `code`; signs in.",
      ),
    ),
    HttpApiEndpoint.post("ReSendEmail", "/ReSendEmail", {
      payload: Schema.Struct({ email: Email }),
      success: Done,
    }).annotateMerge(
      describedAs("Mails a new code to an account that is not active yet. The answer is the same for all."),
    ),
    HttpApiEndpoint.post("SignIn", "/SignIn", {
      payload: Schema.Struct({ email: Email, password: TypedText }),
      success: SessionStartedAnswer,
      error: Busy,
    }).annotateMerge(
      describedAs(
        "Signs in with a password. Where `secondStep` is true the session answers nothing but the calls of the second step.",
      ),
    ),
    HttpApiEndpoint.post("SignInByCode", "/SignInByCode", {
      payload: Schema.Struct(proof),
      success: SessionStartedAnswer,
    }).annotateMerge(
      describedAs(
        "Signs in with the code that SendConfirmationCode mailed, or by the `token` of the link in that mail.",
      ),
    ),
    HttpApiEndpoint.post("SendConfirmationCode", "/SendConfirmationCode", {
      payload: Schema.Struct({ email: Schema.optionalKey(Email) }),
      success: Done,
      error: Unauthorized,
    }).annotateMerge(
      describedAs(
        "With `email`: mails a code to sign in with. Without: mails the signed-in caller the code that confirms a change of the password.",
      ),
    ),
    HttpApiEndpoint.post("forgetpassword", "/forgetpassword", {
      payload: Schema.Struct({ email: Email }),
      success: Done,
    }).annotateMerge(describedAs("Mails a code to choose a new password with. The answer is the same for all.")),
    HttpApiEndpoint.post("forgetpasswordverification", "/forgetpasswordverification", {
      payload: Schema.Struct({
        ...proof,
        newPassword: TypedText,
        removeOtherSignIns: Schema.optionalKey(Schema.Boolean),
      }),
      success: Done,
      error: Busy,
    }).annotateMerge(
      describedAs(
        "Sets a new password with the code or link of forgetpassword. All sessions end. With `removeOtherSignIns`, passkeys, app passwords and linked identities are removed too.",
      ),
    ),
    HttpApiEndpoint.post("UpdateSignInPassword", "/UpdateSignInPassword", {
      payload: Schema.Struct({ ...reauthentication, newPassword: TypedText }),
      success: Done,
      error: [Unauthorized, Busy],
    }).annotateMerge(
      describedAs(
        "Changes the password, with the present one or with `code` from SendConfirmationCode. All other devices are signed out.",
      ),
    ),
    HttpApiEndpoint.post("SendEmailChangeCode", "/SendEmailChangeCode", {
      payload: Schema.Struct({ ...reauthentication, newEmail: Schema.optionalKey(Email) }),
      success: Done,
      error: [Unauthorized, Busy],
    }).annotateMerge(
      describedAs(
        "Mails a code to the new address of the caller, who proves who they are with the password or with `code` from SendConfirmationCode. The answer is the same for an address that has an account. Without `newEmail`, and without a proof: mails another code to the address that waits for one.",
      ),
    ),
    HttpApiEndpoint.post("UpdateEmail", "/UpdateEmail", {
      payload: Schema.Struct({ code: lineText(TYPED_CODE_LENGTH_MAX) }),
      success: Done,
      error: [Unauthorized, Conflict],
    }).annotateMerge(
      describedAs(
        "Changes the caller's address with the code from SendEmailChangeCode. All other devices are signed out, and the previous address gets a mail.",
      ),
    ),
    HttpApiEndpoint.post("UpdateUserName", "/UpdateUserName", {
      payload: Schema.Struct({ userName: TypedText }),
      success: Done,
      error: [Unauthorized, Conflict],
    }).annotateMerge(describedAs("Sets the user name; nobody else may have it, whatever its letter case.")),
    HttpApiEndpoint.post("SignOut", "/SignOut", {
      payload: Schema.Struct({ everywhere: Schema.optionalKey(Schema.Boolean) }),
      success: Done,
      error: Unauthorized,
    }).annotateMerge(describedAs("Ends the session of the call, or all of the person's sessions.")),
    HttpApiEndpoint.post("LoadDevices", "/LoadDevices", {
      payload: Schema.Struct({}),
      success: answerOf(Schema.Struct({ devices: Schema.Array(Device) })),
      error: Unauthorized,
    }).annotateMerge(describedAs("Where the caller is signed in, the device used last first.")),
    HttpApiEndpoint.post("EndDevice", "/EndDevice", {
      payload: Schema.Struct({ deviceId: Id }),
      success: Done,
      error: [Unauthorized, NotFound],
    }).annotateMerge(describedAs("Signs one of the caller's devices out, at once.")),
    HttpApiEndpoint.post("LoadInvites", "/LoadInvites", {
      payload: Schema.Struct({}),
      success: answerOf(Schema.Struct({ invites: Schema.Array(Invite), left: Schema.Int })),
      error: Unauthorized,
    }).annotateMerge(describedAs("The invitations that the caller made, and how many are left to be made.")),
    HttpApiEndpoint.post("CreateInvite", "/CreateInvite", {
      payload: Schema.Struct({}),
      success: answerOf(Invite),
      error: [Unauthorized, Conflict],
    }).annotateMerge(describedAs("Makes an invitation; a member may make five in all, each good for 90 days.")),
    HttpApiEndpoint.post("ExportData", "/ExportData", {
      payload: Schema.Struct({}),
      success: HttpApiSchema.StreamUint8Array({ contentType: ["application/zip"] }),
      error: Unauthorized,
    }).annotateMerge(describedAs("All that the product keeps of the caller, as JSON files in one zip archive.")),
    HttpApiEndpoint.post("DeleteAccount", "/DeleteAccount", {
      payload: Schema.Struct({
        ...reauthentication,
        /** The remainder that the caller gives up: the whole balance, and less than can be withdrawn. */
        givesUp: Schema.optionalKey(
          Schema.Array(Schema.Struct({ assetTypeId: AssetTypeId, amount: AmountText })).check(Schema.isMaxLength(100)),
        ),
      }),
      success: Done,
      error: [Unauthorized, Conflict, Busy],
    }).annotateMerge(
      describedAs(
        "Deletes the caller's account and all that is personal, for good; with the password or with `code` from SendConfirmationCode. " +
          "Refused while the caller has coins, or some are on their way; less than can be withdrawn may be given up in `givesUp`.",
      ),
    ),
    ...passkeyEndpoints,
    ...removalEndpoints,
    ...thirdPartyEndpoints,
    ...linkAccountEndpoints,
  )
  .prefix("/User")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "Getting an account, getting in, and getting out." })) {}
