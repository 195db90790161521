import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { mayMeasure, measureRuleOf } from "./mayMeasure.ts"
import { openProbe } from "./openProbe.ts"
import { processMetrics } from "./processMetrics.ts"
import { Registry, renderGauge, SERIES_MAX } from "./Registry.ts"

describe("the registry", () => {
  it("renders the Prometheus text format", () => {
    const registry = new Registry()
    const count = registry.counter("things_total", "Things that were done.")
    const time = registry.histogram("thing_seconds", "How long they took.", [0.1, 1])
    registry.gauge("things_open", "Things under way.", () => [[{ kind: 'a "b"\n\\c' }, 2]])
    registry.total("things_read_total", "Things read.", () => 7)
    count({ kind: "a" })
    count({ kind: "a" }, 2)
    count()
    for (const seconds of [0.05, 0.1, 0.5, 3]) time(seconds, { kind: "a" })
    expect(registry.render()).toBe(`# HELP things_total Things that were done.
# TYPE things_total counter
things_total{kind="a"} 3
things_total 1
# HELP thing_seconds How long they took.
# TYPE thing_seconds histogram
thing_seconds_bucket{kind="a",le="0.1"} 2
thing_seconds_bucket{kind="a",le="1"} 3
thing_seconds_bucket{kind="a",le="+Inf"} 4
thing_seconds_sum{kind="a"} 3.65
thing_seconds_count{kind="a"} 4
# HELP things_open Things under way.
# TYPE things_open gauge
things_open{kind="a \\"b\\"\\n\\\\c"} 2
# HELP things_read_total Things read.
# TYPE things_read_total counter
things_read_total 7
`)
    expect(renderGauge("a", "B.", Number.POSITIVE_INFINITY)).toBe("# HELP a B.\n# TYPE a gauge\na +Inf\n")
  })

  it("keeps a limited number of series, whatever labels requests cause", () => {
    const registry = new Registry()
    const count = registry.counter("things_total", "Things.")
    const time = registry.histogram("thing_seconds", "Times.", [1])
    for (let index = 0; index < 2 * SERIES_MAX; index++) {
      count({ index })
      time(1, { index })
    }
    count({ index: 0 })
    expect(registry.render().match(/^things_total\{/gm)).toHaveLength(SERIES_MAX)
    expect(registry.render().match(/^thing_seconds_count\{/gm)).toHaveLength(SERIES_MAX)
    expect(registry.render()).toContain('things_total{index="0"} 2')
  })

  it("has one instance per process, with the metrics of the process", () => {
    expect(processMetrics()).toBe(processMetrics())
    const text = processMetrics().render()
    for (const name of [
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
      'quire_event_loop_lag_seconds{quantile="0.99"}',
    ]) {
      expect(text).toMatch(new RegExp(`^${name.replace(/[{}"]/g, "\\$&")} [\\d.e-]+$`, "m"))
    }
  })
})

describe("access to metrics", () => {
  const requested = (remoteAddress: string, headers: IncomingMessage["headers"] = {}) =>
    ({ headers: { host: "localhost:4321", ...headers }, socket: { remoteAddress } }) as Pick<
      IncomingMessage,
      "headers" | "socket"
    >
  const open = { token: undefined, isLocal: true }
  const token = { token: "a-long-enough-token", isLocal: false }

  it.each<[string, Parameters<typeof mayMeasure>, boolean]>([
    ["this machine", [requested("127.0.0.1"), open], true],
    ["this machine over IPv6", [requested("::1"), open], true],
    ["this machine, mapped", [requested("::ffff:127.0.0.1"), open], true],
    ["another machine", [requested("192.0.2.1"), open], false],
    ["a reader behind a proxy of ours", [requested("127.0.0.1", { "x-forwarded-for": "192.0.2.1" }), open], false],
    ["this machine if the site is public", [requested("127.0.0.1"), { ...open, isLocal: false }], false],
    ["this machine under its address", [requested("127.0.0.1", { host: "127.0.0.1:4321" }), open], true],
    ["this machine under a name that leads here", [requested("127.0.0.1", { host: "rebound.example" }), open], false],
    [
      "a request with the token",
      [requested("192.0.2.1", { authorization: "Bearer a-long-enough-token" }), token],
      true,
    ],
    [
      "a request with another token",
      [requested("127.0.0.1", { authorization: "Bearer a-long-enough-tokem" }), token],
      false,
    ],
    ["a request without a token", [requested("127.0.0.1"), token], false],
  ])("%s", (_, [request, rule], may) => expect(mayMeasure(request, rule)).toBe(may))

  it("depends on the public origin and on trusted proxies", () => {
    const settings = { metricsToken: undefined, publicOrigin: "http://localhost:4321", trustedProxies: 0 }
    expect(measureRuleOf(settings)).toEqual({ token: undefined, isLocal: true })
    expect(measureRuleOf({ ...settings, publicOrigin: "http://127.0.0.1:1234" }).isLocal).toBe(true)
    for (const publicOrigin of ["https://quire.example", "http://localhost.evil.example", "http://192.168.1.2:4321"])
      expect(measureRuleOf({ ...settings, publicOrigin }).isLocal).toBe(false)
    expect(measureRuleOf({ ...settings, trustedProxies: 1 }).isLocal).toBe(false)
    expect(measureRuleOf({ ...settings, metricsToken: Redacted.make("secret") }).token).toBe("secret")
  })
})

describe("the probe", () => {
  let close: () => Promise<void> = async () => undefined
  afterEach(() => close())

  it("reports health to everyone, and metrics to those who may read them", async () => {
    const measure = { token: "a-long-enough-token", isLocal: true }
    const probe = await openProbe({ host: "127.0.0.1", port: 0, measure, render: async () => "figures" })
    close = probe.close
    const get = async (path: string, headers = {}) => {
      const response = await fetch(`http://127.0.0.1:${probe.port}${path}`, { headers })
      return [response.status, await response.text()]
    }
    expect(await get("/livez")).toEqual([200, '{"status":"alive"}'])
    expect(await get("/metrics")).toEqual([404, "Not found"])
    expect(await get("/metrics", { authorization: `Bearer ${measure.token}` })).toEqual([200, "figures"])
    expect(await get("/other")).toEqual([404, "Not found"])
  })
})
