import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { answerOf } from "./envelope.ts"
import { Guard } from "./Guard.ts"

/** A row of a fixed list: an id that calls carry, and its name. */
export const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })

const Preference = Schema.Struct({ preferenceId: Schema.Int, name: Schema.String })
const AssetType = Schema.Struct({ assetTypeId: Schema.Int, name: Schema.String, digits: Schema.Int })
const Level = Schema.Struct({ levelId: Schema.Int, name: Schema.String })
const Social = Schema.Struct({ name: Schema.String, language: Schema.String, url: Schema.String })
const Route = Schema.Struct({ label: Schema.String, path: Schema.String })
const Language = Schema.Struct({ code: Schema.String, language: Schema.String, name: Schema.String })
const Blurb = Schema.Struct({ id: Schema.Int, defaultText: Schema.String, blurbType: Schema.String })

const list = <const Name extends string, Row extends Schema.Top>(name: Name, row: Row) =>
  HttpApiEndpoint.get(name, `/${name}`, { success: answerOf(Schema.Array(row)) })

/** The lists that every client needs once: GET, no token, letter case exact. */
export class HomeApi extends HttpApiGroup.make("Home")
  .add(
    list("LoadPreference", Preference),
    list("LoadAssetType", AssetType),
    list("LoadKYCStatus", Named),
    list("LoadSubscribeRuleStatus", Named),
    list("LoadApplcationRequestStatus", Named),
    list("LoadRelationShipStatus", Named),
    list("Levels", Level),
    list("CommentLevels", Named),
    list("LoadLocalContentStatus", Named),
    list("UserLikeStatus", Named),
    list("LoadApplcationRequestType", Named),
    list("CommentType", Named),
    list("LoadUserChannelStatus", Named),
    list("LoadChannelDisplayStatus", Named),
    HttpApiEndpoint.get("Time", "/Time", {
      success: answerOf(Schema.Struct({ time: Schema.Number, iso: Schema.String })),
    }),
    list("Socials", Social),
    list("LoadTags", Schema.String),
    list("LoadRequestStatus", Named),
    list("LoadChannelAccessType", Named),
    list("LoadRoute", Route),
    list("LoadLinkAccountStatus", Named),
    list("LoadOrderClass", Named),
    list("LoadEmailStatus", Named),
    list("LoadFeedContentStatus", Named),
    list("LoadSendListStatus", Named),
    list("LoadLanguages", Language),
    HttpApiEndpoint.get("LoadBlurbs", "/LoadBlurbs", {
      success: answerOf(Schema.Struct({ zh: Schema.Array(Blurb), en: Schema.Array(Blurb) })),
    }),
  )
  .prefix("/Home")
  .middleware(Guard) {}
