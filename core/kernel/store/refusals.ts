import { Schema } from "effect"

/** Too many commands are waiting for a hot stream. */
export class StreamBusy extends Schema.TaggedError<StreamBusy>()("StreamBusy", {
  stream: Schema.String,
  waiting: Schema.Int,
}) {
  get messageKey(): "errors.streamBusy" {
    return "errors.streamBusy"
  }
}

/** Another writer appended to the stream first. Every writer can fail with it. */
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
 * A module's ledger refused an append (see Append.ledgerCall), and the transaction was rolled back. Only the ledger's
 * module can interpret the reason, so it is a defect until that module catches it.
 */
export class LedgerRejected extends Error {
  override readonly name = "LedgerRejected"
  /** The reason: `detail` of the database error. */
  readonly detail: unknown

  constructor(message: string, detail: unknown) {
    super(message)
    this.detail = detail
  }
}
