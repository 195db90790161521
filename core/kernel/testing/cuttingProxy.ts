import type { AddressInfo } from "node:net"
import { createServer, connect as open, type Socket } from "node:net"

/** A proxy before a database that loses a statement or its answer on the way when it is told to. */
export type CuttingProxy = {
  /** Connection string that leads through the proxy. */
  readonly url: string
  /** The answer to the next statement with `text` among its parameters is lost, and the connection with it. */
  readonly loseAnswerTo: (text: string) => void
  /** The next statement with `text` among its parameters never comes to the database, and the connection ends. */
  readonly loseWordsWith: (text: string) => void
  /** How many statements and answers were lost. */
  readonly lost: () => number
  readonly close: () => Promise<void>
}

/** Starts a proxy before the database at `url`. */
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
      // 'Z' with five bytes ends an answer: the statement has been carried out by then.
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
