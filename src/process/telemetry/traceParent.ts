import { Option, Tracer } from "effect"

/** Version 00 of the W3C Trace Context: trace, parent, flags. All zeros are invalid. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The span of the caller that a header `traceparent` names. */
export const readTraceParent = (header: string | undefined): Option.Option<Tracer.ExternalSpan> => {
  const [, traceId, spanId, flags = "00"] = TRACE_PARENT.exec(header ?? "") ?? []
  if (traceId === undefined || spanId === undefined) return Option.none()
  return Option.some(Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }))
}
