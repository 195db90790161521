import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized, Unreadable } from "../envelope.ts"
import { Id } from "../fields.ts"
import { MessageFile } from "./fields.ts"

/** Longer names are cut, not refused. */
const NAME_LENGTH_MAX = 1_000

/** Files other than pictures in messages. */
export const messageFileEndpoints = [
  HttpApiEndpoint.post("UploadFile", "/UploadFile", {
    query: { name: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(NAME_LENGTH_MAX))) },
    payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
    success: answerOf(Schema.Struct({ file: MessageFile })),
    error: [Unauthorized, Unreadable, Conflict],
  }).annotateMerge(
    describedAs(
      "Stores a file for a message that is about to be sent: the body is the file, at most 20 MB. PDF, office documents, plain text, audio, video and archives are accepted, judged by their content; pictures (see `UploadImage`), markup and programs are refused. A name that does not fit the content gets another ending. The key goes where the keys of pictures go. A file that no message has after a day is deleted. At most 100 files and 200 MB a day, and 2 GB in all.",
    ),
  ),
  HttpApiEndpoint.post("LoadFile", "/LoadFile", {
    payload: Schema.Struct({ key: Id }),
    success: HttpApiSchema.StreamUint8Array({ contentType: ["application/octet-stream"] }),
    error: [Unauthorized, NotFound],
  }).annotateMerge(
    describedAs("A file of a message that the caller may read, or that the caller uploaded. Always a download."),
  ),
] as const
