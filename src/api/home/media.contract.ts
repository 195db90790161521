import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Conflict, describedAs, NotFound, RangeNotSatisfiable, Unavailable } from "../envelope.ts"
import { Address, Id, lineText } from "../fields.ts"

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
export const mediaEndpoints = [
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
    error,
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
