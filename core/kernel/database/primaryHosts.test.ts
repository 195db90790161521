import { createServer, connect as openSocket, type Server, type Socket } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { type DatabaseHost, databaseHosts } from "./databaseHosts.ts"
import { makePrimaryHosts } from "./primaryHosts.ts"

describe("databaseHosts", () => {
  it("splits a connection string by its hosts", () => {
    expect(databaseHosts("postgres://me:p%40ss@one:6000,two,[::1]:7000/quire?sslmode=require")).toEqual([
      { host: "one", port: 6000, url: "postgres://me:p%40ss@one:6000/quire?sslmode=require" },
      { host: "two", port: 5432, url: "postgres://me:p%40ss@two/quire?sslmode=require" },
      { host: "::1", port: 7000, url: "postgres://me:p%40ss@[::1]:7000/quire?sslmode=require" },
    ])
  })

  it("returns a single host as it is, and none for a Unix socket", () => {
    const url = "postgresql://localhost/quire"
    expect(databaseHosts(url)).toEqual([{ host: "localhost", port: 5432, url }])
    expect(databaseHosts("postgres:///quire")).toEqual([])
    expect(databaseHosts("postgres://%2Fvar%2Frun/quire")).toEqual([])
  })
})

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Two hosts that accept connections; `timelines` says on which timeline each is a primary. */
const openHosts = async () => {
  const listen = () =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1", () =>
        resolve(server),
      )
      closing.push(() => server.close())
    })
  const portOf = (server: Server) => (server.address() as { port: number }).port
  const [one, two] = [portOf(await listen()), portOf(await listen())]
  const hosts = databaseHosts(`postgres://127.0.0.1:${one},127.0.0.1:${two}/quire`)
  const timelines: Record<number, number | null> = { [one]: 1, [two]: null }
  let requested = 0
  const request = async ({ port }: DatabaseHost) => {
    requested += 1
    return timelines[port] ?? null
  }
  const primary = makePrimaryHosts(hosts, request, undefined, 20)
  const open = async () => {
    const socket = await primary.open(({ host, port }) => openSocket(port, host))
    closing.push(() => socket.destroy())
    socket.on("error", () => undefined)
    return socket
  }
  return { one, two, timelines, open, requested: () => requested }
}
const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve))

describe("makePrimaryHosts", () => {
  it("opens all sockets to the primary, and asks the hosts only once while it is known", async () => {
    const { one, open, requested: sent } = await openHosts()
    const sockets = await Promise.all([open(), open(), open()])
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))))
    expect(sockets.map(({ remotePort }) => remotePort)).toEqual([one, one, one])
    expect(sent()).toBe(2)
  })

  it("destroys the sockets of the old primary when another host was promoted", async () => {
    const { one, two, timelines, open } = await openHosts()
    const socket = await open()
    timelines[two] = 2
    await closed(socket)
    // The old primary still says that it is one.
    expect(timelines[one]).toBe(1)
    const next = await open()
    await new Promise((resolve) => next.once("connect", resolve))
    expect(next.remotePort).toBe(two)
  })

  it("refuses a connection while no host is the primary, and finds the next one", async () => {
    const { one, two, timelines, open } = await openHosts()
    timelines[one] = null
    const refused = await open()
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => refused.once("error", resolve))
    expect(error.code).toBe("ECONNREFUSED")
    timelines[two] = 2
    const next = await open()
    await new Promise((resolve) => next.once("connect", resolve))
    expect(next.remotePort).toBe(two)
  })
})
