import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { socketsWithTimeout } from "./socketsWithTimeout.ts"

const WAIT_MS_MAX = 100

/** Repeats what it is told, but keeps silent about what begins with a dot. */
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
/** Says something before the connection stands, as the driver does, and waits for what comes of it. */
const say = async (socket: Socket, text: string) => {
  socket.write(text)
  const [outcome] = await once(socket, "data").catch((error: unknown) => [error])
  return outcome instanceof Error ? (outcome as NodeJS.ErrnoException).code : String(outcome)
}

it("ends a connection whose answer stays away, and no other one of which something was heard meanwhile", async () => {
  const open = pool()
  const [lost, well] = [open(), open()]
  let isOver = false
  const talking = (async () => {
    while (!isOver) expect(await say(well, "hello")).toBe("hello")
  })()
  expect(await say(lost, ". swallowed")).toBe("ETIMEDOUT")
  isOver = true
  await talking
  expect([lost.destroyed, well.destroyed]).toEqual([true, false])
})

it("leaves connections alone that ask nothing", async () => {
  const idle = pool()()
  await once(idle, "connect")
  // Twice as long as an answer may take.
  for (let time = 0; time < 2; time += 1) expect(await say(pool()(), ". swallowed")).toBe("ETIMEDOUT")
  expect(idle.destroyed).toBe(false)
})

it("tells anyone who asked where nobody is at home", async () => {
  const open = socketsWithTimeout(WAIT_MS_MAX)
  expect(await say(open({ ...where, port: [1] }), "hello")).toBe("ECONNREFUSED")
})
