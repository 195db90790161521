import type { AddressInfo } from "node:net"
import { createServer, connect as open, type Socket } from "node:net"

/** A proxy that can stop forwarding, as a network does that lost its other end. */
export type PausableProxy = {
  readonly port: number
  /** Nothing more arrives on either side, and no connection is closed. */
  readonly pause: () => void
  readonly close: () => Promise<void>
}

/** Starts a proxy in front of a local port. */
export const startPausableProxy = async (port: number): Promise<PausableProxy> => {
  const sockets = new Set<Socket>()
  let isPaused = false
  const server = createServer((client) => {
    if (isPaused) return void client.destroy()
    const upstream = open(port, "127.0.0.1")
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on("data", (chunk) => void (isPaused || other.write(chunk)))
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    pause: () => {
      isPaused = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
