import type { AddressInfo } from "node:net"
import { createServer, connect as open, type Socket } from "node:net"

/** A proxy in front of a database that drops a statement or its response on request. */
export type CuttingProxy = {
  /** Connection string of the proxy. */
  readonly url: string
  /** Drops the response to the next statement with `text` among its parameters, and closes the connection. */
  readonly loseAnswerTo: (text: string) => void
  /**
   * Drops the next statement with `text` among its parameters before it reaches the database, and closes the
   * connection.
   */
  readonly loseWordsWith: (text: string) => void
  /** Number of dropped statements and responses. */
  readonly lost: () => number
  readonly close: () => Promise<void>
}

/** Starts a proxy in front of the database at `url`. */
export const startCuttingProxy = async (url: string): Promise<CuttingProxy> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let wanted: string | null = null
  let unwanted: string | null = null
  let lost = 0

  const server = createServer((client) => {
    const upstream = open(Number(target.port), target.hostname)
    let armed = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on("data", (chunk) => {
      if (unwanted !== null && chunk.includes(unwanted)) {
        unwanted = null
        lost++
        client.destroy()
        return
      }
      if (wanted !== null && chunk.includes(wanted)) {
        wanted = null
        armed = true
      }
      upstream.write(chunk)
    })
    upstream.on("data", (chunk) => {
      // 'Z' with five bytes ends a response: the statement has been executed by then.
      if (armed && chunk.subarray(-6, -1).equals(READY)) {
        lost++
        client.destroy()
      } else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const through = new URL(url)
  through.hostname = "127.0.0.1"
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    loseAnswerTo: (text) => {
      wanted = text
    },
    loseWordsWith: (text) => {
      unwanted = text
    },
    lost: () => lost,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5])
