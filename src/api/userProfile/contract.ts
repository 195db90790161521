import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BIO_LENGTH_MAX } from "#contract/accounts"
import { LOCALES } from "#src/i18n/locales.ts"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Id, PictureKey } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { PublicUser, TypedText, User } from "../user/fields.ts"
import { creatorEndpoints } from "./creators.contract.ts"
import { identityEndpoints } from "./identity.contract.ts"
import { moderationEndpoints } from "./moderation.contract.ts"
import { supporterEndpoints } from "./supporters.contract.ts"

const Password = Schema.String.check(Schema.isMaxLength(1_000))
const Code = Schema.String.check(Schema.isMaxLength(12))

/** The withdrawal password. */
const withdrawalPasswordEndpoints = [
  HttpApiEndpoint.post("SetupWithdrawalPassword", "/SetupWithdrawalPassword", {
    payload: Schema.Struct({
      password: Password,
      /** One of three: the current withdrawal password, a mailed code, or a code of the authenticator. */
      oldPassword: Schema.optionalKey(Password),
      mailCode: Schema.optionalKey(Code),
      code: Schema.optionalKey(Code),
    }),
    success: answerOf(Schema.Struct({ pausedUntil: Schema.NullOr(Schema.Int) })),
    error: [Unauthorized, BadRequest, Conflict, TooMany, Busy],
  }).annotateMerge(
    describedAs(
      "Chooses the password that withdrawals ask for. The code of a mail is one of User/SendConfirmationCode for a password. " +
        "Without the password so far, withdrawals stop for 24 hours, unless there was none.",
    ),
  ),
] as const

/** The pictures of people's profiles. */
const profilePictureEndpoints = [
  HttpApiEndpoint.post("LoadImage", "/LoadImage", {
    payload: Schema.Struct({ userCode: Id, type: Schema.optionalKey(Schema.Literals(["header", "avatar"])) }),
    success: HttpApiSchema.StreamUint8Array({ contentType: ["image/webp", "image/svg+xml"] }),
    error: [NotFound],
  }).annotateMerge(
    describedAs(
      "The picture of a person's profile: the avatar, which everybody has, or the header image, which not everybody has.",
    ),
  ),
] as const

/** Profiles that people edit. */
export class UserProfileApi extends HttpApiGroup.make("UserProfile")
  .add(
    HttpApiEndpoint.post("LoadUserProfile", "/LoadUserProfile", {
      payload: Schema.Struct({ userCode: Schema.optionalKey(Id) }),
      success: answerOf(Schema.Union([Schema.Struct({ user: User }), Schema.Struct({ user: PublicUser })])),
      error: [Unauthorized, NotFound],
    }).annotateMerge(
      describedAs("The caller's own account; with `userCode` (or a channel code) what everybody may see of a person."),
    ),
    HttpApiEndpoint.post("UpdateUserProfile", "/UpdateUserProfile", {
      payload: Schema.Struct({
        displayName: Schema.optionalKey(TypedText),
        bio: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(BIO_LENGTH_MAX))),
        headerImage: Schema.optionalKey(Schema.NullOr(PictureKey)),
        bannerImage: Schema.optionalKey(Schema.NullOr(PictureKey)),
        languageCode: Schema.optionalKey(Schema.Literals(LOCALES)),
      }),
      success: answerOf(Schema.Struct({ user: Schema.NullOr(User) })),
      error: [Unauthorized, NotFound],
    }).annotateMerge(describedAs("Changes the caller's profile; what is not given stays as it is.")),
    ...profilePictureEndpoints,
    ...withdrawalPasswordEndpoints,
    ...creatorEndpoints,
    ...supporterEndpoints,
    ...identityEndpoints,
    ...moderationEndpoints,
  )
  .prefix("/UserProfile")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "What people say about themselves." })) {}
