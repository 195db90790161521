import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { socketsWithTimeout } from "./socketsWithTimeout.ts"

const WAIT_MS_MAX = 100

/** A server that echoes its input, but does not answer input that begins with a dot. */
const server = createServer((socket) => {
  socket.on("data", (chunk) => String(chunk).startsWith(".") || socket.write(chunk))
  socket.on("error", () => undefined)
})
let where: Parameters<ReturnType<typeof socketsWithTimeout>>[0]
const opened: Array<Socket> = []
beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  where = { host: ["127.0.0.1"], port: [(server.address() as AddressInfo).port], path: false }
})
afterAll(() => {
  for (const socket of opened) socket.destroy()
  server.close()
})

/** Connections of one pool. */
const pool = () => {
  const open = socketsWithTimeout(WAIT_MS_MAX)
  return () => {
    const socket = open(where)
    opened.push(socket)
    return socket
  }
}
/** Writes before the socket is connected, as the driver does, and waits for the result. */
const post = async (socket: Socket, text: string) => {
  socket.write(text)
  const [outcome] = await once(socket, "data").catch((error: unknown) => [error])
  return outcome instanceof Error ? (outcome as NodeJS.ErrnoException).code : String(outcome)
}

it("ends a connection without a response, but none that received data in that time", async () => {
  const open = pool()
  const [lost, well] = [open(), open()]
  let isOver = false
  const talking = (async () => {
    while (!isOver) expect(await post(well, "hello")).toBe("hello")
  })()
  expect(await post(lost, ". swallowed")).toBe("ETIMEDOUT")
  isOver = true
  await talking
  expect([lost.destroyed, well.destroyed]).toEqual([true, false])
})

it("keeps connections that wait for no response", async () => {
  const idle = pool()()
  await once(idle, "connect")
  // Twice the response timeout.
  for (let time = 0; time < 2; time += 1) expect(await post(pool()(), ". swallowed")).toBe("ETIMEDOUT")
  expect(idle.destroyed).toBe(false)
})

it("reports an error if no server listens", async () => {
  const open = socketsWithTimeout(WAIT_MS_MAX)
  expect(await post(open({ ...where, port: [1] }), "hello")).toBe("ECONNREFUSED")
})
