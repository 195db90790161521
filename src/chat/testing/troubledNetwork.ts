import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

type Trouble = "none" | "held" | "silent" | "mute"
type Link = { readonly ends: readonly [Socket, Socket]; isBroken: boolean }

/** A proxy between clients and a local server that injects faults. Connections stay open on both sides. */
export const troubledNetwork = async (port: number) => {
  const links = new Set<Link>()
  let trouble: Trouble = "none"

  const server = createServer((client) => {
    const link: Link = { ends: [client, connect(port, "127.0.0.1")], isBroken: false }
    links.add(link)
    for (const [from, to] of [link.ends, link.ends.toReversed()] as Array<readonly [Socket, Socket]>) {
      from.on("error", () => undefined)
      from.on("data", (chunk) => {
        if (trouble === "silent" || (trouble === "mute" && from !== client)) link.isBroken = true
        else to.write(chunk)
      })
      from.on("close", () => {
        if (trouble === "none") end(link)
        else link.isBroken = true
      })
      if (trouble === "held") from.pause()
    }
  })
  const end = (link: Link) => {
    links.delete(link)
    for (const socket of link.ends) socket.destroy()
  }
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    /** Reads nothing: data waits at the sender. */
    hold: () => {
      trouble = "held"
      for (const { ends } of links) for (const socket of ends) socket.pause()
    },
    /** Reads and discards data. */
    fallSilent: () => {
      trouble = "silent"
    },
    /** Forwards requests and discards replies. */
    fallMute: () => {
      trouble = "mute"
    },
    /** Forwards held data; connections that lost data are closed. */
    heal: () => {
      trouble = "none"
      for (const link of links) {
        // Data before the end is still forwarded.
        for (const [from, to] of [link.ends, link.ends.toReversed()] as Array<readonly [Socket, Socket]>)
          if (from.closed && !to.closed) to.end()
        if (link.isBroken && !link.ends.some(({ closed }) => closed)) end(link)
        else for (const socket of link.ends) socket.resume()
      }
    },
    close: () => {
      for (const link of links) end(link)
      server.close()
    },
  }
}
