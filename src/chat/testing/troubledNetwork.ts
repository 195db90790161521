import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

type Trouble = "none" | "held" | "silent" | "mute"
type Link = { readonly ends: readonly [Socket, Socket]; isBroken: boolean }

/**
 * A network between clients and a server of this machine in which a test makes trouble. Connections stay open on both sides
 * meanwhile, as far as these know: neither is told anything.
 */
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
    /** Nothing passes any more and nothing is taken in: what is sent waits where it is sent. */
    hold: () => {
      trouble = "held"
      for (const { ends } of links) for (const socket of ends) socket.pause()
    },
    /** What is sent is taken in and comes nowhere. */
    fallSilent: () => {
      trouble = "silent"
    },
    /** What clients send comes to the server, what that answers comes nowhere. */
    fallMute: () => {
      trouble = "mute"
    },
    /** All passes again: what was held comes now, connections that lost something end. */
    heal: () => {
      trouble = "none"
      for (const link of links) {
        // What came before the end still goes through.
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
