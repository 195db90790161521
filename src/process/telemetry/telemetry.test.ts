import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Layer, Option, Result, Tracer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppConfig, type ObservedRequest, observer, readAppSettings } from "#core/kernel"
import { sampled, telemetryLayer } from "./telemetryLayer.ts"
import { readTraceParent } from "./traceParent.ts"
import { traceRequest } from "./traceRequest.ts"

const REQUEST: ObservedRequest = {
  method: "GET",
  route: "page",
  status: 200,
  seconds: 0.02,
  correlationId: "0199aaaa-0000-7000-8000-000000000001",
  traceParent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
}

/** A tracer that keeps what it is given. */
const recording = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  return { spans, tracer }
}

describe("the trace of a request", () => {
  const traced = (draw: number, isTrusted: boolean, more: Partial<ObservedRequest> = {}) => {
    const { spans, tracer } = recording()
    traceRequest(tracer, { draw: () => draw, share: 0.01, isTrusted }, { ...REQUEST, ...more }, 1_000_000)
    return spans[0]
  }

  it("is kept for the chosen share", () => {
    expect(traced(0.005, false)).toBeDefined()
    expect(traced(0.5, false)).toBeUndefined()
  })

  it("is always kept if the request failed", () => {
    const span = traced(0.99, false, { status: 500 })
    expect(span?.attributes.get("error.type")).toBe("500")
    expect(span?.status).toMatchObject({ _tag: "Ended", exit: { _tag: "Failure" } })
  })

  it("continues the trace of a proxy of ours, and not that of a stranger", () => {
    const continued = traced(0.99, true)
    expect(continued && Option.getOrThrow(continued.parent).traceId).toBe("4bf92f3577b34da6a3ce929d0e0e4736")
    expect(traced(0.99, true, { traceParent: REQUEST.traceParent?.replace(/01$/, "00") })).toBeUndefined()
    expect(traced(0.99, false)).toBeUndefined()
  })

  it("takes as long as the request, and names no path", () => {
    const span = traced(0, false)
    expect(span?.name).toBe("GET page")
    expect(span?.status).toMatchObject({ startTime: 999_980_000_000n, endTime: 1_000_000_000_000n })
  })

  it.each([undefined, "", "00-0", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, `ff${REQUEST.traceParent?.slice(2)}`])(
    "has no caller if the header is %j",
    (header) => expect(Option.isNone(readTraceParent(header))).toBe(true),
  )
})

it("keeps a share of the traces of jobs, and all spans of a trace or none", () => {
  const { spans, tracer } = recording()
  const draws = [0.5, 0.001]
  const limited = sampled(tracer, { draw: () => draws.shift() ?? 1, share: 0.01, isTrusted: false })
  const job = Effect.void.pipe(Effect.withSpan("inner"), Effect.withSpan("job"))
  Effect.runSync(Effect.all([job, job]).pipe(Effect.provideService(Tracer.Tracer, limited)))
  expect(spans.map(({ name, sampled: isKept }) => [name, isKept])).toEqual([
    ["job", false],
    ["inner", false],
    ["job", true],
    ["inner", true],
  ])
})

describe("telemetry", () => {
  const received = new Map<string, Array<string>>()
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const path = `${request.url} ${request.headers["authorization"] ?? ""}`.trim()
    received.set(path, [...(received.get(path) ?? []), body])
    response.end("{}")
  })
  let url = ""
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const during = (env: Record<string, string>, act: () => void) => {
    const settings = Result.getOrThrow(
      readAppSettings({ DATABASE_URL: "postgres://q@h/q", MASTER_KEY: "1".repeat(64), ...env }),
    )
    const config = Layer.succeed(AppConfig, settings)
    return Effect.runPromise(
      Effect.scoped(
        Layer.build(telemetryLayer("web").pipe(Layer.provide(config))).pipe(Effect.andThen(Effect.sync(act))),
      ),
    )
  }

  it("sends traces and metrics by the names of the semantic conventions, and what is left at the end", async () => {
    await during({ OTLP_URL: url, OTLP_HEADERS: "authorization=Bearer abc", TRACE_PERCENT: "100" }, () => {
      observer()?.request(REQUEST)
      observer()?.query("append", 0.003, false)
      observer()?.publish("nats")
    })
    const traces = received.get("/v1/traces Bearer abc")?.join() ?? ""
    const metrics = received.get("/v1/metrics Bearer abc")?.join() ?? ""
    for (const text of ["GET page", "quire.correlation_id", '"quire-web"']) expect(traces).toContain(text)
    for (const name of [
      "http.server.request.duration",
      "http.response.status_code",
      "db.client.operation.duration",
      "messaging.client.sent.messages",
      "process.memory.usage",
    ])
      expect(metrics).toContain(name)
    expect(observer()).toBeUndefined()
  })

  it("takes the name of the specification, and is off without either", async () => {
    await during({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, () => expect(observer()).toBeDefined())
    await during({}, () => expect(observer()).toBeUndefined())
  })

  it("does not keep a process from working, or from ending, if the collector is away", async () => {
    const started = performance.now()
    await during({ OTLP_URL: "http://127.0.0.1:1", TRACE_PERCENT: "100" }, () => observer()?.request(REQUEST))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
