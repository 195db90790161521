import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, describedAs, Unauthorized } from "../envelope.ts"
import { Address } from "../fields.ts"

const LinkPreview = Schema.Struct({
  /** The final URL of the link. */
  url: Schema.String,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  siteName: Schema.NullOr(Schema.String),
  /** A resized copy on this site, so the linked host never sees the reader. */
  imageUrl: Schema.NullOr(Schema.String),
}).annotate({ identifier: "LinkPreview" })

export const messageLinkEndpoints = [
  HttpApiEndpoint.post("LoadLinkPreview", "/LoadLinkPreview", {
    payload: Schema.Struct({ url: Address }),
    success: answerOf(Schema.Struct({ preview: Schema.NullOr(LinkPreview) })),
    error: Unauthorized,
  }).annotateMerge(
    describedAs(
      "How the page introduces itself that a link in a message leads to; null where it does not, or cannot be read.",
    ),
  ),
] as const
