import { Schema } from "effect"

/** The refusal every writer may meet: somebody else appended to the stream first. */
export class StreamConflict extends Schema.TaggedError<StreamConflict>()("StreamConflict", {
  stream: Schema.String,
  expected: Schema.Int,
  actual: Schema.Int,
}) {
  get messageKey(): "errors.streamConflict" {
    return "errors.streamConflict"
  }
}
