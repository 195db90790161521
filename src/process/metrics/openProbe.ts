import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerProbe } from "../phase.ts"
import { type MeasureRule, mayMeasure } from "./mayMeasure.ts"
import { METRICS_TYPE } from "./Registry.ts"

/** Serves the probes and `/metrics` for a process that serves nothing else. */
export const openProbe = async (options: {
  readonly host: string
  readonly port: number
  readonly measure: MeasureRule
  readonly render: () => Promise<string>
}): Promise<{ readonly port: number; readonly close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body)
    }
    const probe = answerProbe(request.url ?? "")
    if (probe !== null) return answer(probe.status, "application/json", probe.body)
    if (request.url !== "/metrics" || !mayMeasure(request, options.measure))
      return answer(404, "text/plain", "Not found")
    options.render().then(
      (text) => answer(200, METRICS_TYPE, text),
      () => answer(500, "text/plain", "The figures cannot be read now"),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
