import { Context, Exit, Option, type Tracer } from "effect"
import type { ObservedRequest } from "#core/kernel"
import { readTraceParent } from "./traceParent.ts"

const NS = 1_000_000_000
const FAILED_STATUS_MIN = 500

export type Sampling = {
  /** A random number from 0 to 1, drawn for each trace. */
  readonly draw: () => number
  /** The share of traces that are kept, from 0 to 1. */
  readonly share: number
  /** Whether `traceparent` comes from a proxy of ours, whose choice holds. */
  readonly isTrusted: boolean
}

/** Records the span of a request that has ended. Only then is it known whether it failed, and failed ones are always kept. */
export const traceRequest = (
  tracer: Tracer.Tracer,
  { draw, share, isTrusted }: Sampling,
  { method, route, status, seconds, correlationId, traceParent }: ObservedRequest,
  endMs: number,
): void => {
  const hasFailed = status !== null && status >= FAILED_STATUS_MIN
  const parent = isTrusted ? readTraceParent(traceParent) : Option.none()
  const isChosen = Option.match(parent, { onNone: () => draw() < share, onSome: ({ sampled }) => sampled })
  if (!hasFailed && !isChosen) return
  const end = BigInt(Math.round(endMs)) * 1_000_000n
  const span = tracer.span({
    name: `${method} ${route}`,
    parent,
    annotations: Context.empty(),
    links: [],
    startTime: end - BigInt(Math.round(seconds * NS)),
    kind: "server",
    root: Option.isNone(parent),
    sampled: true,
  })
  span.attribute("http.request.method", method)
  span.attribute("http.route", route)
  if (status !== null) span.attribute("http.response.status_code", status)
  if (hasFailed) span.attribute("error.type", String(status))
  // The same id is in the log, in the response and in the metadata of events.
  span.attribute("quire.correlation_id", correlationId)
  span.end(end, hasFailed ? Exit.fail(`status ${status}`) : Exit.void)
}
