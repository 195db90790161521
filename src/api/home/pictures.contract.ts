import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { DOCUMENT_BYTES_MAX } from "#contract/identity"
import { MESSAGE_FILE_BYTES_MAX, PICTURE_BYTES_MAX } from "#contract/media"
import { ATTACHMENT_BYTES_MAX } from "#contract/tickets"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized, Unreadable, Withheld } from "../envelope.ts"
import { Id } from "../fields.ts"

const StoredPictureName = Schema.Struct({
  /** The value for `headerImage` of UpdateUserProfile, or for a picture of a message. */
  key: Schema.String,
  url: Schema.String,
  avatarUrl: Schema.String,
  width: Schema.Int,
  height: Schema.Int,
}).annotate({ identifier: "Picture" })

const file = (...contentType: ReadonlyArray<string>) => HttpApiSchema.StreamUint8Array({ contentType })
const PictureType = Schema.Literals(["header", "avatar"])

/** Calls whose body is a file, with its maximum size. */
export const UPLOAD_BYTES_MAX: ReadonlyMap<string, number> = new Map([
  ["/api/Home/UploadImage", PICTURE_BYTES_MAX],
  ["/api/UserProfile/UploadIdentityImage", DOCUMENT_BYTES_MAX],
  ["/api/Message/UploadFile", MESSAGE_FILE_BYTES_MAX],
  ["/api/Ticket/UploadAttachment", ATTACHMENT_BYTES_MAX],
])

/** Uploaded pictures. */
export const pictureEndpoints = [
  HttpApiEndpoint.post("UploadImage", "/UploadImage", {
    query: { purpose: Schema.optionalKey(Schema.Literals(["profile", "chat", "post"])) },
    payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
    success: answerOf(StoredPictureName),
    error: [Unauthorized, Unreadable, Conflict],
  }).annotateMerge(
    describedAs(
      "Keeps a picture of the signed-in caller: the body is the file (JPEG, PNG, WebP, GIF or AVIF, at most 10 MB and 40 megapixels). It is encoded anew, without metadata. With `purpose=chat` it is for one message, and goes after a day unless that is sent; with `purpose=post` it is the cover of a post, for creators alone, and stays; else for the profile, where the oldest of 200 that is not shown makes room.",
    ),
  ),
  HttpApiEndpoint.post("LoadHeaderImage", "/LoadHeaderImage", {
    payload: Schema.Struct({ userCode: Id }),
    success: file("image/webp"),
    error: [NotFound],
  }).annotateMerge(describedAs("The header image of a person, as WebP. 404 where they have none.")),
  HttpApiEndpoint.get("Image", "/Image", {
    query: { key: Id, type: PictureType },
    success: file("image/webp"),
    error: [NotFound, Withheld],
  }).annotateMerge(describedAs("A kept picture by its key: `header` is all of it, `avatar` a square of 256 pixels.")),
  HttpApiEndpoint.get("Avatar", "/Avatar", {
    query: { userCode: Id, v: Schema.optionalKey(Id) },
    success: file("image/webp", "image/svg+xml"),
    error: [NotFound],
  }).annotateMerge(
    describedAs("The avatar of a person by their user code: from their header image, else made from their name."),
  ),
] as const
