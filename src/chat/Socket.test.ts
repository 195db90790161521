import { once } from "node:events"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import { type MessageEvent, WebSocket } from "undici"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import WsSocket from "ws"
import { readSettings } from "#core/kernel"
import { makeTestHome } from "#testing"
import { Admission } from "./admission.ts"
import { FRAME_BYTES_MAX } from "./frame.ts"
import { closeGradually } from "./node/openChatNode.ts"
import { Peer } from "./peers/Peer.ts"
import { FRAMES_PER_SECOND_MAX, openSocket, type SocketServer } from "./Socket.ts"
import { selfSigned } from "./testing/selfSigned.ts"

const NOW = 1_790_000_000_000
const ORIGIN = "https://quire.example.org"

let server: SocketServer
let isDraining: boolean
const open = new Set<Peer>()

const start = (port: number = 0, tls?: { readonly certFile: string; readonly keyFile: string }) => {
  const admission = new Admission(ORIGIN, { connectionsMax: 4, perAddressMax: 3 })
  return openSocket<Peer>({
    host: "127.0.0.1",
    port,
    admission,
    trustedProxies: 1,
    tls,
    hasEcho: true,
    now: () => NOW,
    opened: (address) => {
      const peer = new Peer(address, 0)
      open.add(peer)
      return peer
    },
    drained: (peer) => peer.drained(),
    said: ({ wire }, text) => wire?.send(`heard ${text}`),
    closed: (session) => open.delete(session),
    isDraining: () => isDraining,
    measure: { token: undefined, isLocal: true },
    metrics: () => `quire_chat_connections ${admission.connections}\n`,
  })
}
beforeEach(async () => {
  isDraining = false
  open.clear()
  server = await start()
})
afterEach(() => server.close())

const connect = async (headers: Record<string, string> = { origin: ORIGIN }, path = "/") => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers })
  const opened = await Promise.race([once(socket, "open").then(() => true), once(socket, "error").then(() => false)])
  return opened ? socket : undefined
}
const connected = async (headers?: Record<string, string>, path?: string) => {
  const socket = await connect(headers, path)
  if (!socket) throw new Error("the socket was refused")
  return socket
}
const request = async (socket: WebSocket, text: string | Uint8Array<ArrayBuffer>) => {
  const answered = once(socket, "message")
  socket.send(text)
  return ((await answered) as [MessageEvent])[0].data
}
const closed = async (socket: WebSocket) => {
  const [event] = (await once(socket, "close")) as [{ code: number; reason: string }]
  return [event.code, event.reason]
}
const get = async (path: string) =>
  (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { connection: "close" } })).text()

describe("the chat socket", () => {
  it("forwards frames up to the maximum size and closes after a longer one", async () => {
    const socket = await connected()
    const longest = "x".repeat(FRAME_BYTES_MAX)
    expect(await request(socket, longest)).toBe(`heard ${longest}`)
    const end = closed(socket)
    socket.send(`${longest}x`)
    expect((await end)[0]).not.toBe(1000)
  })

  it("refuses pages of other origins", async () => {
    expect(await connect({ origin: "https://evil.example.org" })).toBeUndefined()
    expect(await connect({})).toBeDefined()
  })

  it("limits sockets per address, also behind a proxy, and in total", async () => {
    const from = (address: string) => connect({ origin: ORIGIN, "x-forwarded-for": address })
    for (const _ of [1, 2, 3]) expect(await from("192.0.2.1")).toBeDefined()
    expect(await from("192.0.2.1")).toBeUndefined()
    expect(await from("192.0.2.2")).toBeDefined()
    expect(await from("192.0.2.3")).toBeUndefined()
  })

  it("releases the place of a closed socket", async () => {
    const socket = await connected()
    expect(await get("/metrics")).toBe("quire_chat_connections 1\n")
    socket.close()
    await closed(socket)
    expect(await get("/metrics")).toBe("quire_chat_connections 0\n")
  })

  it("closes the socket after a binary frame", async () => {
    const socket = await connected()
    const end = closed(socket)
    socket.send(new Uint8Array([1, 2]))
    expect(await end).toEqual([1003, "text only"])
  })

  it("closes a socket that sends too many frames within a second", async () => {
    const socket = await connected()
    const end = closed(socket)
    for (let sent = 0; sent <= FRAMES_PER_SECOND_MAX; sent += 1) socket.send("Hb")
    expect(await end).toEqual([1008, "too many frames"])
  })

  it("asks every client to reconnect during a drain and refuses new sockets", async () => {
    const ends = [await connected(), await connected()].map(closed)
    isDraining = true
    await closeGradually(open)
    expect(await Promise.all(ends)).toEqual([
      [1012, "restart"],
      [1012, "restart"],
    ])
    expect(await connect()).toBeUndefined()
    expect(await get("/readyz")).toBe('{"status":"draining"}')
    expect(await get("/livez")).toBe('{"status":"alive"}')
  })

  it("echoes messages on /echo for WebSocket test suites", async () => {
    const socket = await connected({}, "/echo")
    socket.binaryType = "arraybuffer"
    expect(await request(socket, "x".repeat(100_000))).toHaveLength(100_000)
    expect(await request(socket, new Uint8Array([0, 255]))).toEqual(new Uint8Array([0, 255]).buffer)
  })

  it("closes a slow reader after messages without a gap", async () => {
    const slow = new WsSocket(`ws://127.0.0.1:${server.port}/`)
    const got: Array<number> = []
    slow.on("message", (data) => got.push(Number.parseInt(String(data), 10)))
    await once(slow, "open")
    for (const { wire } of open) wire?.subscribe("room")
    slow.pause()
    const rest = "x".repeat(8_000)
    let published = 0
    while (open.size > 0 && published < 50_000) {
      for (let at = 0; at < 100; at += 1) server.publish("room", `${published++} ${rest}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const end = once(slow, "close")
    slow.resume()
    await end
    expect(got.length).toBeGreaterThan(0)
    expect(got.length).toBeLessThan(published)
    expect(got).toEqual(Array.from(got, (_, at) => at))
  })

  it("sends long replies to a slow reader one after the other", async () => {
    const slow = new WsSocket(`ws://127.0.0.1:${server.port}/`)
    const got: Array<string> = []
    slow.on("message", (data) => got.push(String(data)))
    await once(slow, "open")
    slow.pause()
    const rest = "消".repeat(16_000)
    const replies = Array.from({ length: 300 }, (_, at) => `${at} ${rest}`)
    const [peer] = open
    for (const reply of replies) {
      peer?.send(reply)
      await new Promise((resolve) => setImmediate(resolve))
    }
    peer?.send("short")
    expect([peer?.isBehind, open.size]).toEqual([true, 1])
    slow.resume()
    await expect.poll(() => got.length).toBe(replies.length + 1)
    expect(got.filter((text) => text !== "short")).toEqual(replies)
    expect([peer?.isBehind, open.size]).toEqual([false, 1])
    slow.close()
  })

  it("[S7-150] serves TLS if it has a certificate", async () => {
    const home = makeTestHome()
    const files = { certFile: join(home, "cert.pem"), keyFile: join(home, "key.pem") }
    const { cert, key } = selfSigned()
    writeFileSync(files.certFile, cert)
    writeFileSync(files.keyFile, key)
    const secure = await start(0, files)
    const socket = new WsSocket(`wss://127.0.0.1:${secure.port}/`, { rejectUnauthorized: false })
    await once(socket, "open")
    socket.send("hello")
    expect(String((await once(socket, "message"))[0])).toBe("heard hello")
    await secure.close()
    rmSync(home, { recursive: true })
    await expect(start(0, files)).rejects.toThrow(/TLS cannot be spoken with the certificate .*cert\.pem/)
    // By default production uses the port of the specification.
    const env = { STAGE: "production", PRODUCTION_HOST: "quire.example" }
    expect(Result.getOrThrow(readSettings(env))).toMatchObject({ chatPort: 446, chatUrl: "wss://quire.example:446" })
  })

  it("fails with a clear error if the port is in use", async () => {
    await expect(start(server.port)).rejects.toThrow(/Nothing could listen on 127\.0\.0\.1/)
  })
})

it("drains sockets in steps, all within ten seconds", async () => {
  const pauses: Array<number> = []
  const requested: Array<number> = []
  let count = 0
  const wire = {
    send: () => 0,
    subscribe: () => true,
    unsubscribe: () => true,
    getBufferedAmount: () => 0,
    end: () => (count += 1),
  }
  await closeGradually(
    Array.from({ length: 30_000 }, () => ({ wire })),
    async (ms) => {
      pauses.push(ms)
      requested.push(count)
    },
  )
  expect(count).toBe(30_000)
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(10_000)
  expect(requested.slice(0, 2)).toEqual([300, 600])
})
