import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ADDRESS_LENGTH_MAX } from "#contract/feeds"
import {
  LONG_NEWS_CONTENT_LENGTH_MAX,
  LONG_NEWS_TAG_LENGTH_MAX,
  LONG_NEWS_TAGS_MAX,
  LONG_NEWS_TITLE_LENGTH_MAX,
} from "#contract/library"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { ContentLanguageCode, Filter, Id, lineText } from "../fields.ts"

/** A long news. `content` is sanitised HTML. */
const LongNews = Schema.Struct({
  id: Schema.String,
  /** The user code of the author. */
  userCode: Schema.String,
  title: Schema.String,
  description: Schema.String,
  content: Schema.String,
  imageUrl: Schema.String,
  languageCode: Schema.String,
  tags: Schema.Array(Schema.String),
  updated: Schema.Finite,
}).annotate({ identifier: "LongNews" })

const Content = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(LONG_NEWS_CONTENT_LENGTH_MAX))

/** Texts that authors write here; items of the source QI in the library. */
export const longNewsEndpoints = [
  HttpApiEndpoint.post("UploadLongNews", "/UploadLongNews", {
    payload: Schema.Struct({
      title: lineText(LONG_NEWS_TITLE_LENGTH_MAX),
      content: Content,
      languageCode: Schema.optionalKey(ContentLanguageCode),
      tags: Schema.optionalKey(
        Schema.Array(lineText(LONG_NEWS_TAG_LENGTH_MAX)).check(Schema.isMaxLength(LONG_NEWS_TAGS_MAX)),
      ),
      imageUrl: Schema.optionalKey(lineText(ADDRESS_LENGTH_MAX)),
    }),
    success: answerOf(Schema.Struct({ news: LongNews })),
    error: [Unauthorized, Conflict],
  }).annotateMerge(
    describedAs(
      "Puts a long news of the signed-in caller into the library. `content` is HTML; what is unsafe in it goes.",
    ),
  ),
  HttpApiEndpoint.post("LoadLongNews", "/LoadLongNews", {
    payload: Schema.Struct({ filter: Filter, id: Schema.optionalKey(Id), userCode: Schema.optionalKey(Id) }),
    success: answerOf(Schema.Struct({ news: Schema.Array(LongNews), hasMore: Schema.Boolean })),
    error: NotFound,
  }).annotateMerge(
    describedAs("The long news with this id; else a page of them, newest first, of one author if asked for."),
  ),
  HttpApiEndpoint.post("DeleteLongNews", "/DeleteLongNews", {
    payload: Schema.Struct({ id: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("Takes a long news of the signed-in caller out of the library, for good.")),
] as const
