import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized, Unavailable } from "../envelope.ts"
import { WhichFeed } from "../fields.ts"

const LinkedFeed = Schema.Struct({
  feedId: Schema.String,
  title: Schema.String,
  url: Schema.String,
  /** Where the proof was found. */
  place: Schema.String,
  /** Milliseconds since 1970. */
  time: Schema.Finite,
})
const Proof = Schema.Struct({
  feedId: Schema.String,
  title: Schema.String,
  url: Schema.String,
  /** The page that the feed links to; empty if none. */
  link: Schema.String,
  code: Schema.String,
  /** A meta tag, a link and a TXT record; each of them is a valid proof. */
  metaTag: Schema.String,
  relMe: Schema.String,
  txtRecord: Schema.String,
  isMine: Schema.Boolean,
})

/** The caller's channels on other sites. */
export const linkAccountEndpoints = [
  HttpApiEndpoint.post("LoadLinkAccount", "/LoadLinkAccount", {
    payload: Schema.Struct(WhichFeed),
    success: answerOf(Schema.Struct({ accounts: Schema.Array(LinkedFeed), proof: Schema.NullOr(Proof) })),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("The feeds that are the caller's; where one is named, also what proves that it is.")),
  HttpApiEndpoint.post("VerifyLinkAccount", "/VerifyLinkAccount", {
    payload: Schema.Struct(WhichFeed),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, Conflict, Unavailable],
  }).annotateMerge(
    describedAs(
      "Looks at the feed, its page and its host for the proof that it is the caller's, and notes that it is.",
    ),
  ),
  HttpApiEndpoint.post("RemoveLinkAccount", "/RemoveLinkAccount", {
    payload: Schema.Struct(WhichFeed),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("Gives a feed of the caller up.")),
] as const
