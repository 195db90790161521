import { Effect, Layer, Option, Redacted, Schedule, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { AppConfig, type AppSettings, type Role, setObserver } from "#core/kernel"
import { VERSION } from "../version.ts"
import { makeMetrics } from "./metrics.ts"
import { type Sampling, traceRequest } from "./traceRequest.ts"

/** Interval at which metrics are sent, and those of the process read. */
const INTERVAL = "10 seconds"
/** Spans of one request to the collector. */
const SPANS_MAX = 512

/**
 * Sends traces and metrics of a process to the collector of OTLP_URL. Without one it is empty: nobody observes, and spans
 * are those of Effect's own tracer, which keeps none.
 */
export const telemetryLayer = (role: Role) =>
  Layer.unwrap(
    Effect.map(AppConfig, (settings) =>
      settings.otlpUrl === undefined ? Layer.empty : collecting(role, settings, settings.otlpUrl.replace(/\/$/, "")),
    ),
  )

const collecting = (role: Role, settings: AppSettings, url: string) => {
  const resource = { serviceName: `quire-${role}`, serviceVersion: VERSION }
  const headers = readHeaders(settings.otlpHeaders && Redacted.value(settings.otlpHeaders))
  const sampling: Sampling = {
    draw: Math.random,
    share: settings.tracePercent / 100,
    isTrusted: settings.trustedProxies > 0,
  }
  const spans = Layer.effect(
    Tracer.Tracer,
    Effect.gen(function* () {
      const tracer = yield* OtlpTracer.make({ url: `${url}/v1/traces`, resource, headers, maxBatchSize: SPANS_MAX })
      const metrics = makeMetrics(yield* Effect.context<never>())
      yield* Effect.acquireRelease(
        Effect.sync(() =>
          setObserver({
            ...metrics,
            request: (request) => {
              metrics.request(request)
              traceRequest(tracer, sampling, request, Date.now())
            },
          }),
        ),
        () => Effect.sync(() => setObserver(undefined)),
      )
      metrics.measureProcess()
      yield* Effect.sync(metrics.measureProcess).pipe(Effect.schedule(Schedule.spaced(INTERVAL)), Effect.forkScoped)
      return sampled(tracer, sampling)
    }),
  )
  return Layer.mergeAll(
    spans,
    OtlpMetrics.layer({ url: `${url}/v1/metrics`, resource, headers, exportInterval: INTERVAL }),
  ).pipe(Layer.provide(Layer.mergeAll(OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer)))
}

/** Keeps a share of the traces that begin in this process, such as those of jobs; their spans follow. */
export const sampled = (tracer: Tracer.Tracer, { draw, share }: Sampling): Tracer.Tracer =>
  Tracer.make({
    span: (options) =>
      tracer.span({
        ...options,
        sampled: options.sampled && (Option.isSome(options.parent) ? options.parent.value.sampled : draw() < share),
      }),
  })

/** Reads `name=value` pairs, separated by commas. */
const readHeaders = (text = ""): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .filter((pair) => pair !== "")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  )
