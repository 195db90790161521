import { once } from "node:events"
import { Agent, createServer, request, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, beforeEach, expect, it } from "vitest"
import { endsOf, type ServerEnds } from "./serverEnds.ts"

let server: Server
let ends: ServerEnds
let port: number
let agent: Agent
let isDraining: boolean
beforeEach(async () => {
  isDraining = false
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  server = createServer((requested, answer) => {
    if (isDraining) answer.setHeader("connection", "close")
    setTimeout(() => answer.end(requested.url), requested.url === "/slow" ? 400 : 0)
  })
  ends = endsOf(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

const send = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const requested = request({ port, path, agent, host: "127.0.0.1" }, (answer) => {
      answer.resume()
      answer.once("end", () => resolve(`${answer.statusCode} ${requested.reusedSocket ? "kept" : "fresh"}`))
    })
    requested.once("error", reject)
    requested.end()
  })

it("a server that hands over answers on kept connections and refuses new ones", async () => {
  await send("/")
  const over = ends.handOver(60_000)
  isDraining = true
  expect(await send("/")).toBe("200 kept")
  await over
  await expect(send("/")).rejects.toThrow("ECONNREFUSED")
})

it("a server that hands over closes connections that stay idle, but none with a request", async () => {
  await send("/")
  const spare = connect(port, "127.0.0.1")
  await once(spare, "connect")
  const arrived = once(server, "request")
  const slow = request({ port, path: "/slow", agent: false, host: "127.0.0.1" }).end()
  const answered = once(slow, "response")
  await arrived
  const closed = once(spare, "close")
  const over = ends.handOver(50)
  await closed
  const [answer] = await answered
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await over
})
