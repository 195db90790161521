import { performance } from "node:perf_hooks"
import { type Context, Metric } from "effect"
import type { ObservedRequest } from "#core/kernel"
import { SERIES_MAX } from "../metrics/Registry.ts"

/** Boundaries that the semantic conventions advise, in seconds. */
const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const QUERY_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

const requestDuration = Metric.histogram("http.server.request.duration", {
  description: "Duration of HTTP server requests.",
  boundaries: HTTP_SECONDS,
  attributes: { unit: "s" },
})
const queryDuration = Metric.histogram("db.client.operation.duration", {
  description: "Duration of statements of the event store and of read models.",
  boundaries: QUERY_SECONDS,
  attributes: { unit: "s" },
})
const sentMessages = Metric.counter("messaging.client.sent.messages", {
  description: "Messages to other nodes.",
  incremental: true,
  attributes: { unit: "{message}" },
})
const cpuTime = Metric.counter("process.cpu.time", {
  description: "Processor time of user and system.",
  attributes: { unit: "s" },
})
const memory = Metric.gauge("process.memory.usage", {
  description: "Memory that the system has given to the process.",
  attributes: { unit: "By" },
})
const loopUtilization = Metric.gauge("nodejs.eventloop.utilization", {
  description: "Share of time in which the event loop was at work.",
  attributes: { unit: "1" },
})

/** A metric for each combination of attributes, of which there are SERIES_MAX at most. */
const seriesOf = <Input, State>(metric: Metric.Metric<Input, State>) => {
  const series = new Map<string, Metric.Metric<Input, State>>()
  return (attributes: Readonly<Record<string, string>>): Metric.Metric<Input, State> | undefined => {
    const key = Object.values(attributes).join("\n")
    const known = series.get(key)
    if (known !== undefined || series.size >= SERIES_MAX) return known
    const one = Metric.withAttributes(metric, attributes)
    series.set(key, one)
    return one
  }
}

/** Takes in what the observer hears. @param context what metrics are stored in */
export const makeMetrics = (context: Context.Context<never>) => {
  const requests = seriesOf(requestDuration)
  const queries = seriesOf(queryDuration)
  const messages = seriesOf(sentMessages)
  let [cpuBefore, loopBefore] = [0, performance.eventLoopUtilization()]
  return {
    request: ({ method, route, status, seconds }: ObservedRequest): void =>
      requests({
        "http.request.method": method === "other" ? "_OTHER" : method,
        "http.response.status_code": status === null ? "" : String(status),
        "http.route": route,
        "url.scheme": "http",
      })?.updateUnsafe(seconds, context),
    query: (operation: string, seconds: number, isFailed: boolean): void =>
      queries({
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        ...(isFailed ? { "error.type": "_OTHER" } : {}),
      })?.updateUnsafe(seconds, context),
    publish: (system: string): void =>
      messages({ "messaging.system": system, "messaging.operation.name": "publish" })?.updateUnsafe(1, context),
    /** Reads what is not an event. */
    measureProcess: (): void => {
      const { user, system } = process.cpuUsage()
      const cpu = (user + system) / 1e6
      const loop = performance.eventLoopUtilization()
      cpuTime.updateUnsafe(cpu - cpuBefore, context)
      memory.updateUnsafe(process.memoryUsage.rss(), context)
      loopUtilization.updateUnsafe(performance.eventLoopUtilization(loop, loopBefore).utilization, context)
      ;[cpuBefore, loopBefore] = [cpu, loop]
    },
  }
}
