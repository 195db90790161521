import { Schema } from "effect"

/** The refusal of a hot stream whose writer has more commands waiting than it will ever work off in time. */
export class StreamBusy extends Schema.TaggedError<StreamBusy>()("StreamBusy", {
  stream: Schema.String,
  waiting: Schema.Int,
}) {
  get messageKey(): "errors.streamBusy" {
    return "errors.streamBusy"
  }
}
