import { errors } from "undici"
import { AddressRefused } from "./connect.ts"
import { BadAddress, type FetchRefusal, TimedOut, Unreachable } from "./refusals.ts"

/**
 * Translates an error of a connection, a request or a body into a refusal about the address of that hop. Rethrows other
 * errors, because our own faults must not look like those of the server.
 */
export const readFailure = (error: unknown, url: string): FetchRefusal => {
  const cause = firstCause(error)
  if (cause instanceof AddressRefused) return new BadAddress({ url, reason: cause.reason })
  if (cause instanceof errors.ConnectTimeoutError) return new TimedOut({ url, phase: "connect" })
  if (cause instanceof errors.HeadersTimeoutError) return new TimedOut({ url, phase: "headers" })
  if (cause instanceof errors.BodyTimeoutError) return new TimedOut({ url, phase: "body" })

  const code = codeOf(cause)
  if (code === "ETIMEDOUT") return new TimedOut({ url, phase: "connect" })
  const known = BY_CODE[code]
  if (known !== undefined) return new Unreachable({ url, reason: known[0], detail: known[1] })
  if (TLS_CODE.test(code)) {
    return new Unreachable({
      url,
      reason: "tls",
      detail: TLS_DETAILS[code] ?? "no protected connection could be agreed on",
    })
  }
  const broken = code !== "" || cause instanceof errors.HTTPParserError || cause instanceof errors.UndiciError
  if (!broken) throw error
  return new Unreachable({ url, reason: "broken", detail: "the answer is not HTTP as it should be" })
}

const firstCause = (error: unknown): unknown => {
  // All addresses failed: report the first, which the resolver preferred.
  if (error instanceof AggregateError) return error.errors[0]
  return error instanceof TypeError && error.cause !== undefined ? error.cause : error
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

const BY_CODE: Readonly<Record<string, readonly [Unreachable["reason"], string]>> = {
  ENOTFOUND: ["dns", "there is no server of that name"],
  EAI_AGAIN: ["dns", "the name could not be looked up"],
  EAI_FAIL: ["dns", "the name could not be looked up"],
  EAI_NODATA: ["dns", "the name has no address"],
  ESERVFAIL: ["dns", "the name could not be looked up"],
  ECONNREFUSED: ["refused", "the server takes no connection"],
  ECONNRESET: ["reset", "the server cut the connection"],
  EPIPE: ["reset", "the server cut the connection"],
  UND_ERR_SOCKET: ["reset", "the server cut the connection"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["reset", "the server sent another number of bytes than it had said"],
  EHOSTUNREACH: ["network", "no way leads to the server"],
  ENETUNREACH: ["network", "no way leads to the server's network"],
  EADDRNOTAVAIL: ["network", "no way leads to the server"],
  UND_ERR_HEADERS_OVERFLOW: ["broken", "the answer's headers are too long"],
}

const TLS_CODE = /^(?:ERR_SSL|ERR_TLS|CERT_|CRL_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|INVALID_|HOSTNAME_MISMATCH|EPROTO)/

const TLS_DETAILS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is signed by nobody but itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate's issuer is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is not known",
  UNABLE_TO_GET_ISSUER_CERT: "the certificate's issuer is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is not known",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate belongs to another name",
  HOSTNAME_MISMATCH: "the certificate belongs to another name",
  ERR_SSL_WRONG_VERSION_NUMBER: "the server does not speak TLS on this port",
  EPROTO: "the server does not speak TLS on this port",
}
