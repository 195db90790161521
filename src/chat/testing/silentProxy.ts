import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A network between client and server that can fall silent: connections stay open and nothing passes any more. */
export const silentProxy = async (port: number) => {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1")
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on("data", (chunk) => isSilent || to.write(chunk))
      from.on("close", () => isSilent || to.destroy())
      from.on("error", () => undefined)
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => {
      isSilent = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
