import type { Server } from "node:http"
import { Server as NetServer, type Socket } from "node:net"

/** Running requests may take this long on shutdown before their connections are closed. */
const DRAIN_MS_MAX = 10_000
/** Time for the last requests of a replaced process. Longer ones, such as relayed films, are cut after it. */
const HANDED_OVER_MS_MAX = 60_000
const SWEEP_MS = 100

export type ServerEnds = {
  /** Stops accepting connections and waits for running requests, up to DRAIN_MS_MAX. */
  readonly close: () => Promise<void>
  /**
   * Stops accepting connections, which another process does now, and settles when the last one ended: after its next
   * answer, or once it was idle for so long, at the latest after HANDED_OVER_MS_MAX.
   */
  readonly handOver: (idleMs: number) => Promise<void>
}

/** What a connection does. */
type Use = {
  /** Requests in progress. */
  requests: number
  /** When the last answer ended or the last bytes arrived. */
  lastMs: number
  bytes: number
  /** It was idle at the last sweep. */
  isMarked: boolean
}

/** The two ways in which a server ends. */
export const endsOf = (server: Server): ServerEnds => {
  const sockets = new Set<Socket>()
  const useOf = new WeakMap<Socket, Use>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    useOf.set(socket, { requests: 0, lastMs: performance.now(), bytes: 0, isMarked: false })
    socket.once("close", () => sockets.delete(socket))
  })
  server.on("request", ({ socket }, response) => {
    const use = useOf.get(socket)
    if (use === undefined) return
    use.requests += 1
    response.once("close", () => {
      use.requests -= 1
      use.lastMs = performance.now()
    })
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Browsers open spare connections, which Node does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  return {
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX)
        const sweep = setInterval(closeIdle, SWEEP_MS)
        server.close(() => {
          clearTimeout(cut)
          clearInterval(sweep)
          resolve()
        })
        closeIdle()
      }),
    handOver: (idleMs) =>
      new Promise((resolve) => {
        // The method of HTTP servers would also close idle connections, perhaps under a request on its way.
        NetServer.prototype.close.call(server)
        const started = performance.now()
        const sweep = setInterval(() => {
          const now = performance.now()
          for (const socket of sockets) {
            const use = useOf.get(socket)
            if (use === undefined) continue
            if (use.bytes !== socket.bytesRead) use.lastMs = now
            use.bytes = socket.bytesRead
            const isIdle = use.requests === 0 && now - Math.max(started, use.lastMs) > idleMs
            // A busy process reads what has arrived meanwhile before the next sweep.
            if (isIdle && use.isMarked) socket.destroy()
            use.isMarked = isIdle
          }
          if (sockets.size > 0 && now - started < HANDED_OVER_MS_MAX) return
          clearInterval(sweep)
          resolve()
        }, SWEEP_MS)
      }),
  }
}
