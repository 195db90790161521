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

/**
 * A module's own books refused an append (see Append.ledgerCall): the whole transaction was undone. Only the module that keeps
 * them can tell what it means, so it travels as a defect until that module catches it.
 */
export class LedgerRejected extends Error {
  override readonly name = "LedgerRejected"
  /** What the books said: `detail` of the error that they raised. */
  readonly detail: unknown

  constructor(message: string, detail: unknown) {
    super(message)
    this.detail = detail
  }
}
