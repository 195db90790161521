import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Filter, Id, lineText } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { InviteCode, PublicUser, TypedText } from "../user/fields.ts"

const KEYWORD_LENGTH_MAX = 100

const Activity = Schema.Struct({
  kind: Schema.Literals(["joined", "named", "userName", "profile", "password", "email", "signedIn"]),
  /** Milliseconds since 1970. */
  time: Schema.Finite,
  /** The device of a sign-in, otherwise empty. */
  device: Schema.String,
})

/** People and their names. */
export class UserDirectoryApi extends HttpApiGroup.make("user")
  .add(
    HttpApiEndpoint.post("presignup", "/presignup", {
      payload: Schema.Struct({ inviteCode: Schema.optionalKey(InviteCode) }),
      success: answerOf(Schema.Struct({ inviteNeeded: Schema.Boolean })),
    }).annotateMerge(
      describedAs(
        "Prepares a sign-up: says whether the invitation is valid, or whether one is needed where none is given.",
      ),
    ),
    HttpApiEndpoint.post("LoadUserActivity", "/LoadUserActivity", {
      payload: Schema.Struct({ userCode: Schema.optionalKey(Id), filter: Filter }),
      success: answerOf(Schema.Struct({ activities: Schema.Array(Activity), hasMore: Schema.Boolean })),
      error: [Unauthorized, NotFound],
    }).annotateMerge(
      describedAs(
        "What the person with this code did, as far as everybody may know; without a code, all that the caller did.",
      ),
    ),
    HttpApiEndpoint.post("SearchUser", "/SearchUser", {
      payload: Schema.Struct({ keyword: lineText(KEYWORD_LENGTH_MAX), filter: Filter }),
      success: answerOf(Schema.Struct({ users: Schema.Array(PublicUser), hasMore: Schema.Boolean })),
      error: Unauthorized,
    }).annotateMerge(describedAs("People by their code, user name or display name; never by their address.")),
    HttpApiEndpoint.post("GetSuggestedUserCode", "/GetSuggestedUserCode", {
      payload: Schema.Struct({}),
      success: answerOf(Schema.Struct({ userCodes: Schema.Array(Schema.String) })),
      error: Unauthorized,
    }).annotateMerge(describedAs("User codes that nobody has, to choose one from. They begin with QI.")),
    HttpApiEndpoint.post("UpdateUserCode", "/UpdateUserCode", {
      payload: Schema.Struct({ displayName: TypedText, userCode: TypedText }),
      success: answerOf(Schema.Null),
      error: [Unauthorized, Conflict],
    }).annotateMerge(describedAs("Sets the display name, and the user code, which is chosen once.")),
  )
  .prefix("/user")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "People, and what they are called." })) {}
