import { once } from "node:events"
import { createServer, type RequestListener, request } from "node:http"
import type { AddressInfo } from "node:net"

export type WarmUp = { readonly host: string; readonly paths: ReadonlyArray<string> }

const LOOPBACK = "127.0.0.1"
/** A database that is away must not keep a process from starting. */
const WARM_UP_MS_MAX = 10_000

/**
 * Asks a listener for pages through a port of its own, so that it connects to the database and loads its modules before
 * people wait for it. Connections that a cold process accepts would wait for seconds, while the process that it replaces
 * has stopped accepting. The answers do not matter.
 */
export const warmUp = async (listener: RequestListener, { host, paths }: WarmUp): Promise<void> => {
  const server = createServer(listener).listen(0, LOOPBACK)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const load = (path: string) =>
    new Promise<void>((resolve) => {
      const sent = request({ host: LOOPBACK, port, path, headers: { host }, agent: false, timeout: WARM_UP_MS_MAX })
      sent.once("timeout", () => sent.destroy())
      sent.once("response", (answer) => answer.resume())
      sent.once("error", () => resolve())
      sent.once("close", () => resolve())
      sent.end()
    })
  try {
    await Promise.all(paths.map(load))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
