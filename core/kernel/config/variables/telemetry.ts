import { Config, Redacted, Schema } from "effect"
import { EngineUrl, HeaderList, optional, Percentage, schema } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Traces and metrics for a collector. */
export const telemetryVariables = {
  otlpUrl: {
    name: "OTLP_URL",
    config: optional(schema(EngineUrl, "OTLP_URL")),
    allowed: "an address like http://collector.example:4318",
    default: "OTEL_EXPORTER_OTLP_ENDPOINT",
    purpose: "The OpenTelemetry collector that receives traces and metrics of all processes (OTLP over HTTP, JSON).",
  },
  otelEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    config: optional(schema(EngineUrl, "OTEL_EXPORTER_OTLP_ENDPOINT")),
    allowed: "an address like http://collector.example:4318",
    default: "none: nothing is sent",
    purpose: "The same under the name of the OpenTelemetry specification.",
  },
  otlpHeaders: {
    name: "OTLP_HEADERS",
    config: optional(schema(HeaderList, "OTLP_HEADERS").pipe(Config.map(Redacted.make))),
    allowed: "headers like authorization=Bearer abc,x-tenant=quire",
    default: "none",
    purpose: "Headers of requests to that collector.",
  },
  tracePercent: {
    name: "TRACE_PERCENT",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Percentage)), "TRACE_PERCENT").pipe(
      Config.withDefault(1),
    ),
    allowed: "a number from 0 to 100",
    default: "1",
    purpose: "The share of requests and jobs that are traced. Failed requests always are.",
  },
} as const satisfies Record<string, Variable<unknown>>
