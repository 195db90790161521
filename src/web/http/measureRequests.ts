import type { IncomingMessage, ServerResponse } from "node:http"
import { performance } from "node:perf_hooks"
import type { Registry } from "../../process/metrics/Registry.ts"

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(["GET", "HEAD", "POST"])

/** Measures requests. The returned function ends the measurement and returns status and duration. */
export const measureRequests = (registry: Registry) => {
  let inFlight = 0
  registry.gauge("quire_http_requests_under_way", "Requests that are being answered.", () => inFlight)
  const count = registry.counter("quire_http_requests_total", "Requests by what was asked for and answered.")
  const time = registry.histogram(
    "quire_http_request_seconds",
    "How long requests took, by what was asked for.",
    SECONDS,
  )

  return (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    inFlight++
    return () => {
      inFlight--
      const ms = performance.now() - started
      const kind = kindOf(request.url ?? "")
      const method = METHODS.has(request.method ?? "") ? (request.method ?? "") : "other"
      const status = response.writableFinished ? response.statusCode : "aborted"
      count({ method, kind, status })
      time(ms / 1000, { kind })
      return { status, ms: Math.round(ms) }
    }
  }
}

/** A fixed set of labels, whatever paths clients request. */
const kindOf = (url: string): string => {
  if (url.startsWith("/api/")) return "call"
  if (url.startsWith("/img?")) return "picture"
  return /\.[a-z\d]{2,11}(?:\?|$)/i.test(url) ? "file" : "page"
}
