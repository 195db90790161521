import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { describedAs, NotFound } from "../envelope.ts"
import { Id } from "../fields.ts"

/** The pictures of people's profiles. */
export const profilePictureEndpoints = [
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
