import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { POST_TEXT_BYTES_MAX, POST_TITLE_LENGTH_MAX } from "#contract/publishing"
import { answerOf, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"

/** Fields of the composer, and characters of a field's name and of a tab's. */
const FIELDS_MAX = 20
const NAME_LENGTH_MAX = 40

const text = (lengthMax: number) => Schema.String.check(Schema.isMaxLength(lengthMax))

/** Calls of the composer. */
export const composeEndpoints = [
  HttpApiEndpoint.post("AutosaveContent", "/AutosaveContent", {
    payload: Schema.Struct({
      contentId: Id,
      /** A random name of the tab that writes. */
      tab: text(NAME_LENGTH_MAX).check(Schema.isMinLength(8)),
      /** The last `saveNumber` that the tab knows, 0 for none; null overwrites what another tab wrote. */
      seen: Schema.NullOr(Schema.Int),
      /** The version that the changes were made on. */
      baseRevision: Schema.Int,
      /** The fields of the composer as they were typed. */
      fields: Schema.Record(text(NAME_LENGTH_MAX), text(POST_TEXT_BYTES_MAX)).check(Schema.isMaxProperties(FIELDS_MAX)),
    }),
    success: answerOf(Schema.Struct({ saveNumber: Schema.Int, saved: EpochMs })),
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Keeps unsaved changes of the caller's content. Readers do not see them. 409 if another tab wrote some.",
    ),
  ),
  HttpApiEndpoint.post("PreviewContent", "/PreviewContent", {
    payload: Schema.Struct({
      /** Both parts, as Markdown. */
      preview: text(POST_TEXT_BYTES_MAX),
      gated: text(POST_TEXT_BYTES_MAX),
      levelId: Schema.Literals([1, 2, 3]),
      /** The level of the reader: see Home/Levels. */
      readerLevelId: Schema.Literals([1, 2, 3]),
    }),
    success: answerOf(
      Schema.Struct({
        /** The public part as HTML. */
        preview: Schema.String,
        /** The gated part as HTML; null if such a reader does not get it. */
        gated: Schema.NullOr(Schema.String),
        /** Words of what the reader gets, and whole minutes to read them. */
        words: Schema.Int,
        minutes: Schema.Int,
        /** Files that the text names and that are not there. */
        missing: Schema.Array(Schema.String),
      }),
    ),
    error: [Unauthorized, TooMany],
  }).annotateMerge(describedAs("Renders a content as a reader of a level would see it, without saving it.")),
  HttpApiEndpoint.post("SendTestEmail", "/SendTestEmail", {
    payload: Schema.Struct({
      contentId: Id,
      title: text(2 * POST_TITLE_LENGTH_MAX),
      /** Both parts, as Markdown; they need not be saved. */
      preview: text(POST_TEXT_BYTES_MAX),
      gated: text(POST_TEXT_BYTES_MAX),
      levelId: Schema.Literals([1, 2, 3]),
      /** The level of the reader that the letter is written for: see Home/Levels. */
      readerLevelId: Schema.Literals([1, 2, 3]),
    }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Mails the caller's content to the caller's own confirmed address, as a reader of a level would get it. Ten an hour.",
    ),
  ),
  HttpApiEndpoint.post("ReadRichText", "/ReadRichText", {
    payload: Schema.Struct({
      /** Both parts, as Markdown. */
      preview: text(POST_TEXT_BYTES_MAX),
      gated: text(POST_TEXT_BYTES_MAX),
    }),
    success: answerOf(
      Schema.Struct({
        /** Both parts as documents of the rich editor (ProseMirror's JSON); null if one of them has to stay Markdown. */
        documents: Schema.NullOr(Schema.Struct({ preview: Schema.Unknown, gated: Schema.Unknown })),
        /** Why a part has to stay Markdown; null if it does not. */
        obstacle: Schema.NullOr(Schema.String),
        /** The caller's files that the texts show, and pictures of other sites. */
        files: Schema.Array(
          Schema.Struct({
            /** The address in the text. */
            src: Schema.String,
            kind: Schema.Literals(["image", "audio", "video"]),
            /** The address for the caller, for some hours. */
            url: Schema.String,
          }),
        ),
      }),
    ),
    error: [Unauthorized, TooMany],
  }).annotateMerge(
    describedAs("Reads the Markdown of a content for the rich editor. Nothing of the text is lost, or it is refused."),
  ),
] as const
