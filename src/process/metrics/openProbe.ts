import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type MeasureRule, mayMeasure } from "./mayMeasure.ts"
import { METRICS_TYPE } from "./Registry.ts"

/** Serves `/healthz` and `/metrics` for a process that serves nothing else. */
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
    if (request.url === "/healthz") return answer(200, "application/json", '{"status":"ok"}')
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
