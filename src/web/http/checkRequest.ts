import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"
import { isReaderCall } from "../greader/isReaderCall.ts"
import { isUploadPath } from "../media/uploadPaths.ts"

/** A response to a request that is rejected before any work. */
export type EarlyAnswer = { readonly status: number; readonly headers: OutgoingHttpHeaders; readonly text: string }

/** Bytes of a form without files: our longest one with every character escaped. */
export const FORM_BYTES_MAX = 200_000

const PAGE_METHODS = ["GET", "HEAD", "POST"]
/** Methods allowed under /api; each call answers 405 for those it does not have. */
const CALL_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS"]
/** Methods of the upload protocol (tus 1.0.0). */
const UPLOAD_METHODS = [...PAGE_METHODS, "PATCH", "DELETE", "OPTIONS"]
const VERSIONS = new Set(["1.0", "1.1"])
/** One range of bytes, in either form (RFC 9110, 14.1.2). */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-\d{1,15})$/i

/** Rejects requests that no handler can process; null if the request is fine. */
export const checkRequest = (request: IncomingMessage): EarlyAnswer | null => {
  const { method = "", url = "", httpVersion, rawHeaders } = request
  if (!VERSIONS.has(httpVersion)) return refuse(400, "Unsupported HTTP version")
  // A proxy in front may have used the other Host header (RFC 9112, 3.2).
  if (rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length > 1)
    return refuse(400, "More than one Host header")
  // PostgreSQL cannot store or compare texts with NUL.
  if (/%00/.test(url)) return refuse(400, "Bad request target")
  const [path = ""] = url.split("?")
  const isCall = path.startsWith("/api/")
  const isUpload = isUploadPath(path)
  const allowed = isCall ? CALL_METHODS : isUpload ? UPLOAD_METHODS : PAGE_METHODS
  if (!allowed.includes(method)) {
    const allow = { allow: allowed.join(", ") }
    if (method === "OPTIONS") return { status: 204, headers: allow, text: "" }
    return refuse(405, "Method not allowed", allow)
  }
  if (method !== "POST" || isCall || isUpload || isReaderCall(path) || path.startsWith("/websub/")) return null
  return checkForm(request)
}

/** Rejects a form by its declared length, before reading it. */
const checkForm = ({ headers }: IncomingMessage): EarlyAnswer | null => {
  // Handlers of files limit them.
  if (headers["content-type"]?.startsWith("multipart/form-data") === true) return null
  if (headers["transfer-encoding"] !== undefined) return refuse(411, "Length required")
  return Number(headers["content-length"] ?? 0) > FORM_BYTES_MAX ? refuse(413, "Form too large") : null
}

const refuse = (status: number, text: string, headers: OutgoingHttpHeaders = {}): EarlyAnswer => ({
  status,
  // An unread body makes the connection unusable for further requests.
  headers: { "content-type": "text/plain; charset=utf-8", connection: "close", ...headers },
  text: `${text}\n`,
})

/**
 * The Range headers passed to the file server and to handlers. Invalid ones count as none (RFC 9110, 14.2).
 * The file server gets no suffix ranges and none that ends at the first byte, because it misreads them.
 */
export const readRange = (
  range: string | undefined,
): { readonly forHandler: string | undefined; readonly forFile: string | undefined } => {
  const [, start, end] = (range === undefined ? null : RANGE.exec(range)) ?? []
  const isValid = range !== undefined && RANGE.test(range) && !(end && Number(end) < Number(start))
  if (!isValid) return { forHandler: undefined, forFile: undefined }
  return { forHandler: range, forFile: start === undefined || Number(end || 1) === 0 ? undefined : range }
}
