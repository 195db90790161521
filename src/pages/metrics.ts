import type { APIRoute } from "astro"
import { processMetrics } from "#src/process/metrics/processMetrics.ts"
import { METRICS_TYPE } from "#src/process/metrics/Registry.ts"
import { renderLibrary } from "#src/process/metrics/renderLibrary.ts"
import { run } from "#src/process/runtime.ts"

/** Metrics in the Prometheus format, for operators; 404 for everyone else. */
export const GET: APIRoute = async ({ locals }) =>
  locals.mayMeasure === true
    ? new Response(processMetrics().render() + (await run(renderLibrary)), {
        headers: { "content-type": METRICS_TYPE, "cache-control": "no-store" },
      })
    : new Response("Not found", { status: 404 })
