import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { answerOf, Conflict, describedAs, NotFound, RangeNotSatisfiable, Unavailable, Withheld } from "../envelope.ts"
import { Address, Id, lineText } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { pictureEndpoints } from "./pictures.contract.ts"

const IMAGE_WIDTH_MAX = 1_280
const IMAGE_TYPES = ["image/webp", "image/jpeg"] as const

const headers = { range: Schema.optionalKey(lineText(200)) }
const file = (...contentType: ReadonlyArray<string>) => HttpApiSchema.StreamUint8Array({ contentType })
const error = [NotFound, Conflict, RangeNotSatisfiable, Unavailable] as const
const Medium = Schema.Struct({
  itemId: Id,
  /** The address of the medium, if the item has several. */
  url: Schema.optionalKey(Address),
})

/** Pictures, audio and video of items, relayed so that publishers do not see readers' addresses. The response is the file. */
const mediaEndpoints = [
  HttpApiEndpoint.post("LoadImage", "/LoadImage", {
    headers,
    payload: Schema.Struct({
      itemId: Schema.optionalKey(Id),
      feedId: Schema.optionalKey(Id),
      /** A picture address of another call: `/img?...`. */
      url: Schema.optionalKey(lineText(4_096)),
      width: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: IMAGE_WIDTH_MAX }))),
    }),
    success: file(...IMAGE_TYPES),
    error: [...error, Withheld],
  }).annotateMerge(
    describedAs(
      "The picture of an item or a feed, or the one at an address that another call named, no wider than asked. Answers the file, or the part of it that the header Range asks for.",
    ),
  ),
  HttpApiEndpoint.post("LoadAudio", "/LoadAudio", {
    headers,
    payload: Medium,
    success: file("audio/mpeg", "application/octet-stream"),
    error,
  }).annotateMerge(
    describedAs(
      "The sound of an item. Answers the file, or the part of it that the header Range asks for, at most 16 MB at once.",
    ),
  ),
  HttpApiEndpoint.post("LoadVideo", "/LoadVideo", {
    headers,
    payload: Medium,
    success: file("video/mp4", "application/octet-stream"),
    error,
  }).annotateMerge(
    describedAs(
      "The film of an item. Answers the file, or the part of it that the header Range asks for, at most 16 MB at once.",
    ),
  ),
] as const

/** A row of a fixed list: the id used by calls, and its name. */
const Named = Schema.Struct({ id: Schema.Int, name: Schema.String }).annotate({ identifier: "Named" })

const Preference = Schema.Struct({ preferenceId: Schema.Int, name: Schema.String })
const AssetType = Schema.Struct({
  assetTypeId: Schema.Int,
  name: Schema.String,
  /** Decimals of its smallest unit. */
  digits: Schema.Int,
  /** Decimals that are shown even if they are zero. */
  shownDigits: Schema.Int,
  /** Whether it can be deposited. */
  isOffered: Schema.Boolean,
})
const Level = Schema.Struct({ levelId: Schema.Int, name: Schema.String })
const Social = Schema.Struct({ name: Schema.String, language: Schema.String, url: Schema.String })
const Route = Schema.Struct({ label: Schema.String, path: Schema.String })
const Language = Schema.Struct({ code: Schema.String, language: Schema.String, name: Schema.String })
const Blurb = Schema.Struct({ id: Schema.Int, defaultText: Schema.String, blurbType: Schema.String }).annotate({
  identifier: "Blurb",
})

const list = <const Name extends string, Row extends Schema.Top>(name: Name, row: Row, description: string) =>
  HttpApiEndpoint.get(name, `/${name}`, { success: answerOf(Schema.Array(row)) }).annotateMerge(
    describedAs(description),
  )

/** Lists that clients load once (GET, without a token), and files (POST). */
export class HomeApi extends HttpApiGroup.make("Home")
  .add(
    list("LoadPreference", Preference, "The preferences of an account with their ids."),
    list(
      "LoadAssetType",
      AssetType,
      "What balances and prices are counted in, with the decimals of each, in the order in which they are shown.",
    ),
    list("LoadKYCStatus", Named, "The statuses of an identity check."),
    list("LoadSubscribeRuleStatus", Named, "The statuses of a subscribe rule."),
    list("LoadApplcationRequestStatus", Named, "The statuses of an application."),
    list("LoadRelationShipStatus", Named, "The statuses of a relationship: 1 not followed, 2 followed."),
    list("Levels", Level, "The levels of content."),
    list("CommentLevels", Named, "Who may comment."),
    list("LoadLocalContentStatus", Named, "The statuses of content that was written here."),
    list("UserLikeStatus", Named, "The statuses of a like."),
    list("LoadApplcationRequestType", Named, "The kinds of application."),
    list("CommentType", Named, "The kinds of comment."),
    list("LoadUserChannelStatus", Named, "The statuses of a channel."),
    list("LoadChannelDisplayStatus", Named, "Whether a channel is shown."),
    HttpApiEndpoint.get("Time", "/Time", {
      success: answerOf(Schema.Struct({ time: Schema.Finite, iso: Schema.String })),
    }).annotateMerge(describedAs("The time of the server, in milliseconds since 1970 and in ISO 8601.")),
    list("Socials", Social, "The product's channels on social networks, by language."),
    list(
      "LoadTags",
      Schema.String,
      "The tags to choose from: those that are always offered, then those that the newest items bear most.",
    ),
    list("LoadRequestStatus", Named, "The statuses of a request."),
    list("LoadChannelAccessType", Named, "Who may read a channel."),
    list("LoadRoute", Route, "Where the top tabs lead, named in the caller's language."),
    list("LoadLinkAccountStatus", Named, "The statuses of a linked account."),
    list("LoadOrderClass", Named, "The kinds of wallet movement."),
    list("LoadEmailStatus", Named, "The statuses of an e-mail."),
    list("LoadFeedContentStatus", Named, "The statuses of a feed's content."),
    list("LoadSendListStatus", Named, "The statuses of an address on a list of recipients."),
    list(
      "LoadLanguages",
      Language,
      "The content languages: the code on the wire, the language tag, the name in itself.",
    ),
    HttpApiEndpoint.get("LoadBlurbs", "/LoadBlurbs", {
      success: answerOf(Schema.Struct({ zh: Schema.Array(Blurb), en: Schema.Array(Blurb) })),
    }).annotateMerge(describedAs("The texts of the interface in Chinese and English, by their key as `blurbType`.")),
    ...mediaEndpoints,
    ...pictureEndpoints,
  )
  .prefix("/Home")
  .middleware(Guard)
  .annotateMerge(
    OpenApi.annotations({
      description: "Lists that every client needs once, without a token; and pictures, sounds and films.",
    }),
  ) {}
