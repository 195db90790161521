import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PREFERENCE_VALUE_LENGTH_MAX } from "#contract/accounts"
import { answerOf, describedAs, Unauthorized } from "../envelope.ts"
import { Guard } from "../Guard.ts"
import { ownThirdPartyEndpoints } from "../user/external.contract.ts"
import { appPasswordEndpoints } from "./appPasswords.ts"
import { ownPasskeyEndpoints } from "./passkeys.contract.ts"
import { twoStepEndpoints } from "./twoStep.contract.ts"

/** Settings of people. */
export class UserPreferenceApi extends HttpApiGroup.make("UserPreference")
  .add(
    HttpApiEndpoint.post("UpdateUserPreference", "/UpdateUserPreference", {
      payload: Schema.Struct({
        preferenceId: Schema.Int,
        value: Schema.String.check(Schema.isMaxLength(PREFERENCE_VALUE_LENGTH_MAX)),
      }),
      success: answerOf(Schema.Null),
      error: Unauthorized,
    }).annotateMerge(
      describedAs(
        "Stores a preference. Home/LoadPreference names them; 9 is the base currency: the asset type id of USD or EUR as text.",
      ),
    ),
    ...twoStepEndpoints,
    ...ownPasskeyEndpoints,
    ...appPasswordEndpoints,
    ...ownThirdPartyEndpoints,
  )
  .prefix("/UserPreference")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "How people want things to be." })) {}
