import { Schema } from "effect"

/** The person is on as many lists as they can be. */
export class TooManyLists extends Schema.TaggedError<TooManyLists>()("TooManyLists", {}) {
  get messageKey(): "newsletters.tooManyLists" {
    return "newsletters.tooManyLists"
  }
}

/** Mail about the post was not sent, or belongs to somebody else. */
export class NoSending extends Schema.TaggedError<NoSending>()("NoSending", {}) {
  get messageKey(): "newsletters.noSending" {
    return "newsletters.noSending"
  }
}

/** All mail about the post has left, or was cancelled before. */
export class SendingOver extends Schema.TaggedError<SendingOver>()("SendingOver", {}) {
  get messageKey(): "newsletters.sendingOver" {
    return "newsletters.sendingOver"
  }
}

/** No letter of the run can be sent again: none failed, it is older than letters may be, or it was resent too often. */
export class NothingFailed extends Schema.TaggedError<NothingFailed>()("NothingFailed", {}) {
  get messageKey(): "newsletters.nothingFailed" {
    return "newsletters.nothingFailed"
  }
}
