import { Schema } from "effect"
import { OpenApi } from "effect/http-api"

/** Metadata of a call for the API description. */
export const describedAs = (description: string) => OpenApi.annotations({ description })

/** The format of every response: `{ status, message, data }`. `message` is meant for the caller. */
export const answerOf = <Data extends Schema.Top>(data: Data) =>
  Schema.Struct({ status: Schema.Literal(true), message: Schema.String, data })

/** A successful response. */
export const answer = <A>(data: A, message = "") => ({ status: true as const, message, data })

const refused = { status: Schema.Literal(false), message: Schema.String, data: Schema.Null }

/** The body is invalid; `errors` names the fields. */
export class BadRequest extends Schema.Error<BadRequest>("api/BadRequest")(
  { ...refused, errors: Schema.Record(Schema.String, Schema.Array(Schema.String)) },
  { httpApiStatus: 400, description: "Validation failed: errors maps each field to its messages" },
) {}

/** The call requires sign-in. */
export class Unauthorized extends Schema.Error<Unauthorized>("api/Unauthorized")(refused, {
  httpApiStatus: 401,
  description: "Sign-in required",
}) {}

/** The requested resource does not exist. */
export class NotFound extends Schema.Error<NotFound>("api/NotFound")(refused, {
  httpApiStatus: 404,
  description: "The requested resource does not exist",
}) {}

/** The body exceeds the size limit. */
export class TooLarge extends Schema.Error<TooLarge>("api/TooLarge")(refused, {
  httpApiStatus: 413,
  description: "The body is larger than 2,000,000 bytes",
}) {}

/** The file has an unsupported type, or is too large when decoded. */
export class Unreadable extends Schema.Error<Unreadable>("api/Unreadable")(refused, {
  httpApiStatus: 422,
  description: "The body is not a file of a supported type",
}) {}

/** The call is valid, but the state does not allow it. */
export class Conflict extends Schema.Error<Conflict>("api/Conflict")(refused, {
  httpApiStatus: 409,
  description: "The current state does not allow this call",
}) {}

/** The requested range is outside the file. */
export class RangeNotSatisfiable extends Schema.Error<RangeNotSatisfiable>("api/RangeNotSatisfiable")(refused, {
  httpApiStatus: 416,
  description: "The requested range is outside the file",
}) {}

/** Rate limit exceeded; the Retry-After header says when to retry. */
export class TooMany extends Schema.Error<TooMany>("api/TooMany")(
  { ...refused, retryAfterSeconds: Schema.Int },
  { httpApiStatus: 429, description: "Rate limit exceeded; the Retry-After header says how long to wait" },
) {}

/** Operators withhold it (RFC 7725). */
export class Withheld extends Schema.Error<Withheld>("api/Withheld")(refused, {
  httpApiStatus: 451,
  description: "Not available for legal reasons",
}) {}

/** An external service failed. */
export class Unavailable extends Schema.Error<Unavailable>("api/Unavailable")(refused, {
  httpApiStatus: 502,
  description: "The publisher's server did not deliver the resource",
}) {}

/** A part of the product is unavailable. */
export class Busy extends Schema.Error<Busy>("api/Busy")(refused, {
  httpApiStatus: 503,
  description: "A required service is temporarily unavailable",
}) {}

/** The feature is not configured in this installation. */
export class NotOffered extends Schema.Error<NotOffered>("api/NotOffered")(refused, {
  httpApiStatus: 501,
  description: "This feature is not configured on this installation",
}) {}

/** An internal error: the message contains the call and the correlation id of its log entry. */
export class Failure extends Schema.Error<Failure>("api/Failure")(refused, {
  httpApiStatus: 500,
  description: "Server error; the message contains the call and the correlation id",
}) {}

export const refusal = (message: string) => ({ status: false as const, message, data: null })
