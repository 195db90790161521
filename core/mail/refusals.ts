import { Data } from "effect"

/** The mail server will never take this message for this address (SMTP 5xx). `reply` is its code. */
export class MailBounced extends Data.TaggedError("MailBounced")<{ readonly reply: string }> {}

/** The mail server did not take it this time. */
export class MailDelayed extends Data.TaggedError("MailDelayed")<{ readonly reply: string }> {}
