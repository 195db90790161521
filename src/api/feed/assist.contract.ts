import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ASSIST_INSTRUCTION_LENGTH_MAX, ASSIST_LENGTH_MAX, ASSIST_TEXT_LENGTH_MAX } from "#contract/library"
import { answerOf, BadRequest, describedAs, NotFound, NotOffered, Unauthorized, Unavailable } from "../envelope.ts"
import { Id, LanguageCode } from "../fields.ts"

/** A paragraph with its translation. */
const TranslatedPart = Schema.Struct({
  kind: Schema.Literals(["heading", "item", "quote", "code", "text"]),
  source: Schema.String,
  text: Schema.String,
}).annotate({ identifier: "TranslatedPart" })

const text = (lengthMax: number) => Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(lengthMax))

/** Calls that can stream their response (`Accept: text/event-stream`). */
export const STREAMED: ReadonlySet<string> = new Set(["Feed.AITranslate", "Feed.AIWrite"])

/** Calls of translation and writing engines. */
export const assistEndpoints = [
  HttpApiEndpoint.post("AITranslate", "/AITranslate", {
    payload: Schema.Struct({
      languageCode: LanguageCode,
      /** The language of `text`, if known. */
      from: Schema.optionalKey(LanguageCode),
      text: Schema.optionalKey(text(ASSIST_LENGTH_MAX)),
      itemId: Schema.optionalKey(Id),
    }),
    success: answerOf(
      Schema.Struct({
        languageCode: Schema.String,
        text: Schema.String,
        parts: Schema.Array(TranslatedPart),
        /** Whether the text was too long and cut. */
        isCut: Schema.Boolean,
      }),
    ),
    error: [BadRequest, NotFound, NotOffered, Unavailable],
  }).annotateMerge(
    describedAs(
      "Translates a text, or an item's title and article, paragraph by paragraph. With `Accept: text/event-stream` each piece comes as soon as it is there: one event `parts` with what is translated, events `piece` with the number of the part and more of its text, then `done` with the whole answer, or `failed` with the refusal.",
    ),
  ),
  HttpApiEndpoint.post("AIWrite", "/AIWrite", {
    payload: Schema.Struct({
      instruction: text(ASSIST_INSTRUCTION_LENGTH_MAX),
      /** The existing text. */
      text: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4 * ASSIST_TEXT_LENGTH_MAX))),
      languageCode: Schema.optionalKey(LanguageCode),
      /** Requests a different result than the last one. */
      again: Schema.optionalKey(Schema.Boolean),
    }),
    success: answerOf(Schema.Struct({ text: Schema.String })),
    error: [Unauthorized, NotOffered, Unavailable],
  }).annotateMerge(
    describedAs(
      "Writes a text as the signed-in caller tells it, or works on one. With `Accept: text/event-stream` as AITranslate does.",
    ),
  ),
] as const
