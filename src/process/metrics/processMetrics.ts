import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Registry } from "./Registry.ts"

/** Resolution of the event loop monitor; a higher one costs more, and relevant stalls are longer. */
const RESOLUTION_MS = 50

// On globalThis, because pages are bundled separately from the process that serves them.
const held = globalThis as { quireMetrics?: Registry }

/** The registry of this process, with the metrics that every process has. */
export const processMetrics = (): Registry => {
  held.quireMetrics ??= makeProcessMetrics()
  return held.quireMetrics
}

const makeProcessMetrics = (): Registry => {
  const registry = new Registry()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  registry.gauge("quire_event_loop_lag_seconds", "How late timers came since the last look, by quantile.", () => {
    const lag = (ns: number) => Math.max(ns / 1e9 - RESOLUTION_MS / 1e3, 0)
    const reading = [0.5, 0.99, 1].map(
      (quantile) => [{ quantile }, delay.count === 0 ? 0 : lag(delay.percentile(quantile * 100))] as const,
    )
    delay.reset()
    return reading
  })
  registry.total(
    "quire_event_loop_active_seconds_total",
    "Time that the event loop was at work.",
    () => performance.eventLoopUtilization().active / 1e3,
  )
  registry.total("process_cpu_seconds_total", "Processor time, of the user and the system.", () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  registry.gauge("process_resident_memory_bytes", "Memory that the system has given to the process.", () =>
    process.memoryUsage.rss(),
  )
  registry.gauge("quire_heap_used_bytes", "Memory that JavaScript uses.", () => process.memoryUsage().heapUsed)
  registry.gauge("process_start_time_seconds", "When the process started, in seconds since 1970.", () =>
    Math.round(performance.timeOrigin / 1e3),
  )
  return registry
}
