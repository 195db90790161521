import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BIO_LENGTH_MAX } from "#contract/accounts"
import { LOCALES } from "#src/i18n/locales.ts"
import { answerOf, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Id, lineText } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { PublicUser, TypedText, User } from "../user/fields.ts"
import { profilePictureEndpoints } from "./pictures.ts"
import { withdrawalPasswordEndpoints } from "./withdrawal.contract.ts"

/** Key of a stored picture, as returned by Home/UploadImage. */
const PictureKey = lineText(200).check(Schema.isPattern(/^[\w./-]+$/))

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
        languageCode: Schema.optionalKey(Schema.Literals(LOCALES)),
      }),
      success: answerOf(Schema.Struct({ user: Schema.NullOr(User) })),
      error: [Unauthorized, NotFound],
    }).annotateMerge(describedAs("Changes the caller's profile; what is not given stays as it is.")),
    ...profilePictureEndpoints,
    ...withdrawalPasswordEndpoints,
  )
  .prefix("/UserProfile")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "What people say about themselves." })) {}
