import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import {
  answerOf,
  BadRequest,
  Conflict,
  describedAs,
  NotFound,
  TooMany,
  Unauthorized,
  Unavailable,
} from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"

/** Characters of an address, and of the name of an app. */
const ADDRESS_LENGTH_MAX = 2_000
const NAME_LENGTH_MAX = 120

/** An import of posts. `state`: reading, ready (its creator decides), running, done, failed or cancelled. */
const Import = Schema.Struct({
  importId: Schema.String,
  channelId: Schema.Int,
  /** The name of the archive or of the feed. */
  name: Schema.String,
  /** The product that the posts come from, or `feed`; null until the archive was read. */
  source: Schema.NullOr(Schema.String),
  state: Schema.String,
  problem: Schema.NullOr(Schema.String),
  /** Posts by what became of them, and files. */
  counts: Schema.Record(Schema.String, Schema.Int),
  /** People in a list of members. Their addresses are not stored. */
  people: Schema.Int,
  began: EpochMs,
}).annotate({ identifier: "Import" })

const ImportEntry = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  published: Schema.NullOr(EpochMs),
  levelId: Schema.Int,
  /** imported, there, deleted or refused; null until it was worked on. */
  outcome: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  /** The post that it became; null if there is none. */
  contentId: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ImportEntry" })

const ContinuedFeed = Schema.Struct({
  feedId: Schema.String,
  channelId: Schema.Int,
  /** New items that could not become posts. */
  refused: Schema.Int,
}).annotate({ identifier: "ContinuedFeed" })

const Move = Schema.Struct({
  /** The address of the new feed; null while the channel is here. */
  movedTo: Schema.NullOr(Schema.String),
  /** What the new feed contains, or a text at `path` of its host. */
  code: Schema.String,
  path: Schema.String,
}).annotate({ identifier: "ChannelMove" })

const PrivateFeed = Schema.Struct({
  privateFeedId: Schema.String,
  channelCode: Schema.String,
  /** What its owner calls the app. */
  name: Schema.String,
  made: EpochMs,
  used: Schema.NullOr(EpochMs),
  /** When it was used from so many networks that somebody else may have its address. */
  warned: Schema.NullOr(EpochMs),
}).annotate({ identifier: "PrivateFeed" })

/** Addresses by format. They contain the token, which is stored nowhere. */
const madeFeed = answerOf(
  Schema.Struct({ privateFeedId: Schema.String, urls: Schema.Record(Schema.String, Schema.String) }),
)
const oneImport = answerOf(Schema.Struct({ import: Import }))
const errors = [Unauthorized, BadRequest, NotFound, Conflict, TooMany] as const

/** Calls about imports and exports of channels, and about private feeds of their readers. */
export const importEndpoints = [
  HttpApiEndpoint.post("ImportFeed", "/ImportFeed", {
    payload: Schema.Struct({
      channelId: Schema.Int,
      feedId: Id,
      /** Also lets new items of the feed become posts of the channel, see ContinueFeed. */
      continues: Schema.optionalKey(Schema.Boolean),
    }),
    success: oneImport,
    error: errors,
  }).annotateMerge(
    describedAs(
      "Makes the library's items of a feed that the caller claimed public posts of their channel, with their dates. Returns the running import if there is one.",
    ),
  ),
  HttpApiEndpoint.post("ContinueFeed", "/ContinueFeed", {
    payload: Schema.Struct({ channelId: Schema.Int, feedId: Id, continues: Schema.Boolean }),
    success: answerOf(Schema.Null),
    error: errors,
  }).annotateMerge(
    describedAs(
      "Lets new items of a feed that the caller claimed become public posts of their channel, or ends that. A feed continues in one channel. Posts that it brought stay.",
    ),
  ),
  HttpApiEndpoint.post("BeginImport", "/BeginImport", {
    payload: Schema.Struct({
      channelId: Schema.Int,
      /** A complete upload of the caller for the purpose `import`. */
      uploadId: Id,
    }),
    success: oneImport,
    error: errors,
  }).annotateMerge(describedAs("Begins to read an uploaded archive of another product. Nothing is created yet.")),
  HttpApiEndpoint.post("StartImport", "/StartImport", {
    payload: Schema.Struct({
      importId: Id,
      /** Publishes posts with their former dates that were published; otherwise all become drafts. */
      publishes: Schema.Boolean,
      /** Brings posts again that were imported before and deleted. */
      bringsBack: Schema.optionalKey(Schema.Boolean),
      /** The address of the former site, for archives that leave it out. */
      siteUrl: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(ADDRESS_LENGTH_MAX))),
    }),
    success: oneImport,
    error: errors,
  }).annotateMerge(describedAs("Creates the posts of an archive that was read.")),
  HttpApiEndpoint.post("CancelImport", "/CancelImport", {
    payload: Schema.Struct({ importId: Id }),
    success: oneImport,
    error: errors,
  }).annotateMerge(describedAs("Ends an import of the caller; posts that it created stay.")),
  HttpApiEndpoint.post("LoadImports", "/LoadImports", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ imports: Schema.Array(Import), continuedFeeds: Schema.Array(ContinuedFeed) })),
    error: [Unauthorized, TooMany],
  }).annotateMerge(
    describedAs(
      "The caller's imports of the last year, the newest first, at most 50; and the feeds that continue in a channel of theirs.",
    ),
  ),
  HttpApiEndpoint.post("LoadImport", "/LoadImport", {
    payload: Schema.Struct({
      importId: Id,
      /** Only posts that were not taken, or lack something. */
      problemsOnly: Schema.optionalKey(Schema.Boolean),
      /** The number of the last entry of the page before. */
      after: Schema.optionalKey(Schema.Int),
    }),
    success: answerOf(Schema.Struct({ import: Import, entries: Schema.Array(ImportEntry) })),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("One import of the caller with a page of its posts, at most 100.")),
  HttpApiEndpoint.post("LoadExport", "/LoadExport", {
    payload: Schema.Struct({ channelId: Schema.Int }),
    success: answerOf(
      Schema.Struct({
        /** The address of the archive, for the caller's session. */
        url: Schema.String,
        /** The address of a table (CSV) of the readers who agreed to share theirs, and how many they are. */
        readersUrl: Schema.String,
        readers: Schema.Int,
      }),
    ),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(
    describedAs("Where the archive of the caller's channel is: all posts as Markdown, their files and a manifest."),
  ),
  HttpApiEndpoint.post("LoadMove", "/LoadMove", {
    payload: Schema.Struct({ channelId: Schema.Int }),
    success: answerOf(Move),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("Where the caller's channel moved to, and the code that names it at a new place.")),
  HttpApiEndpoint.post("MoveChannel", "/MoveChannel", {
    payload: Schema.Struct({
      channelId: Schema.Int,
      /** The address of the new feed, which has the code of LoadMove in it or at `path` of its host. */
      url: Schema.String.check(Schema.isMaxLength(ADDRESS_LENGTH_MAX)),
    }),
    success: answerOf(Move),
    error: [...errors, Unavailable],
  }).annotateMerge(
    describedAs(
      "Redirects the public feed of the caller's channel to a feed elsewhere for good (301), once the new place names the channel. Followers follow the new feed and get a notice.",
    ),
  ),
  HttpApiEndpoint.post("EndMove", "/EndMove", {
    payload: Schema.Struct({ channelId: Schema.Int }),
    success: answerOf(Move),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("Ends the redirect. People who follow the new feed stay there.")),
  HttpApiEndpoint.post("CreatePrivateFeed", "/CreatePrivateFeed", {
    payload: Schema.Struct({
      channelCode: Id,
      name: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(NAME_LENGTH_MAX))),
    }),
    success: madeFeed,
    error: errors,
  }).annotateMerge(
    describedAs("Makes a feed of a channel with what the caller may read, for one app. Its addresses are shown once."),
  ),
  HttpApiEndpoint.post("RenewPrivateFeed", "/RenewPrivateFeed", {
    payload: Schema.Struct({ privateFeedId: Id }),
    success: madeFeed,
    error: errors,
  }).annotateMerge(describedAs("Gives a private feed of the caller new addresses; the former ones are not found.")),
  HttpApiEndpoint.post("RemovePrivateFeed", "/RemovePrivateFeed", {
    payload: Schema.Struct({ privateFeedId: Id }),
    success: answerOf(Schema.Null),
    error: errors,
  }).annotateMerge(describedAs("Deletes a private feed of the caller.")),
  HttpApiEndpoint.post("LoadPrivateFeeds", "/LoadPrivateFeeds", {
    payload: Schema.Struct({ channelCode: Schema.optionalKey(Id) }),
    success: answerOf(Schema.Struct({ feeds: Schema.Array(PrivateFeed) })),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("The caller's private feeds of a channel, or of all, without their addresses.")),
] as const
