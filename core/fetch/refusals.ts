import { Schema } from "effect"

/**
 * Reasons why a document could not be fetched. `url` is the address of the hop that failed, `messageKey` the text for
 * people. Browser-safe.
 */

const BadAddressReason = Schema.Literals(["unreadable", "scheme", "credentials", "port", "private"])
const TimedOutPhase = Schema.Literals(["connect", "headers", "body", "total"])
const UnreachableReason = Schema.Literals(["dns", "refused", "reset", "network", "tls", "broken"])

/** The address is not allowed: not http(s), with credentials, on another port, or not public. */
export class BadAddress extends Schema.TaggedError<BadAddress>()("BadAddress", {
  url: Schema.String,
  reason: BadAddressReason,
}) {
  get messageKey(): `fetch.badAddress.${typeof this.reason}` {
    return `fetch.badAddress.${this.reason}`
  }
}

/** More than REDIRECTS_MAX redirects, or a redirect loop. */
export class TooManyRedirects extends Schema.TaggedError<TooManyRedirects>()("TooManyRedirects", {
  url: Schema.String,
  loop: Schema.Boolean,
}) {
  get messageKey(): "fetch.tooManyRedirects" {
    return "fetch.tooManyRedirects"
  }
}

/** A timeout: of the connection, the headers, the body or the whole request. */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  url: Schema.String,
  phase: TimedOutPhase,
}) {
  get messageKey(): "fetch.timedOut" {
    return "fetch.timedOut"
  }
}

/** The document is too large, compressed or decompressed. */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  url: Schema.String,
  bytesMax: Schema.Int,
}) {
  get messageKey(): "fetch.tooLarge" {
    return "fetch.tooLarge"
  }
}

/** The server answered with an error status. `retryAfterSeconds` is its Retry-After header, or null. */
export class HttpStatus extends Schema.TaggedError<HttpStatus>()("HttpStatus", {
  url: Schema.String,
  status: Schema.Int,
  retryAfterSeconds: Schema.NullOr(Schema.Int),
}) {
  get messageKey(): `fetch.httpStatus.${"forbidden" | "missing" | "gone" | "busy" | "failed" | "unexpected"}` {
    return `fetch.httpStatus.${meaningOf(this.status)}`
  }
}

/** The connection failed. `detail` is the cause in plain English, for operators and the health page of the feed. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  url: Schema.String,
  reason: UnreachableReason,
  detail: Schema.String,
}) {
  get messageKey(): `fetch.unreachable.${typeof this.reason}` {
    return `fetch.unreachable.${this.reason}`
  }
}

export const FetchRefusal = Schema.Union([BadAddress, TooManyRedirects, TimedOut, TooLarge, HttpStatus, Unreachable])
export type FetchRefusal = typeof FetchRefusal.Type

const meaningOf = (status: number) => {
  if (status === 401 || status === 402 || status === 403 || status === 451) return "forbidden"
  if (status === 404) return "missing"
  if (status === 410) return "gone"
  if (status === 429 || status === 503) return "busy"
  return status >= 500 ? "failed" : "unexpected"
}
