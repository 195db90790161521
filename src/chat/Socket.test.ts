import { once } from "node:events"
import { type MessageEvent, WebSocket } from "undici"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { FRAME_BYTES_MAX } from "./frame.ts"
import { FRAMES_PER_SECOND_MAX, openSocket, type SocketServer } from "./Socket.ts"

const NOW = 1_790_000_000_000
const ORIGIN = "https://quire.example.org"

let server: SocketServer

beforeEach(async () => {
  const bounds = { connectionsMax: 4, perAddressMax: 3 }
  server = await openSocket({
    host: "127.0.0.1",
    port: 0,
    publicOrigin: ORIGIN,
    trustedProxies: 1,
    now: () => NOW,
    ...bounds,
  })
})
afterEach(() => server.close())

const connect = async (headers: Record<string, string> = { origin: ORIGIN }) => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/`, { headers })
  const opened = await Promise.race([once(socket, "open").then(() => true), once(socket, "error").then(() => false)])
  return opened ? socket : undefined
}
const connected = async (headers?: Record<string, string>) => {
  const socket = await connect(headers)
  if (!socket) throw new Error("the socket was refused")
  return socket
}
const ask = async (socket: WebSocket, text: string) => {
  const answered = once(socket, "message")
  socket.send(text)
  return ((await answered) as [MessageEvent])[0].data
}
const closed = async (socket: WebSocket) => {
  const [event] = (await once(socket, "close")) as [{ code: number; reason: string }]
  return [event.code, event.reason]
}
const get = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).text()

describe("the chat socket", () => {
  it("answers a heartbeat with the text sent and its own time", async () => {
    const socket = await connected()
    expect(await ask(socket, "Hb|42")).toBe(`Hb|42|${NOW}`)
    expect(await ask(socket, "Hb")).toBe(`Hb||${NOW}`)
  })

  it.each(["Tk|token", "De|1", "Rd|1", "Bc|Team|hello", "Ls", "Lmh", "Lh|{}", "Sh|{}", "Lm"])(
    "answers %s of a stranger with Need Permission",
    async (text) => {
      expect(await ask(await connected(), text)).toBe(`${text.split("|")[0]}|Need Permission`)
    },
  )

  it("admits no page of another site", async () => {
    expect(await connect({ origin: "https://evil.example.org" })).toBeUndefined()
    expect(await connect({})).toBeDefined()
  })

  it("admits so many of one address, also behind the proxy, and so many in all", async () => {
    const from = (address: string) => connect({ origin: ORIGIN, "x-forwarded-for": address })
    for (const _ of [1, 2, 3]) expect(await from("192.0.2.1")).toBeDefined()
    expect(await from("192.0.2.1")).toBeUndefined()
    expect(await from("192.0.2.2")).toBeDefined()
    expect(await from("192.0.2.3")).toBeUndefined()
  })

  it("counts a socket out when it closes", async () => {
    const socket = await connected()
    expect(await get("/healthz")).toBe('{"status":"ok","connections":1}')
    socket.close()
    await closed(socket)
    expect(await get("/healthz")).toBe('{"status":"ok","connections":0}')
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>, ReadonlyArray<unknown>]>([
    ["an unknown command", "Zz|1", [1008, "unknown command"]],
    ["a control character", "Hb|\u0000", [1008, "control character"]],
    ["a binary frame", new Uint8Array([1, 2]), [1003, "text only"]],
  ])("closes the socket after %s", async (_, data, expected) => {
    const socket = await connected()
    const end = closed(socket)
    socket.send(data)
    expect(await end).toEqual(expected)
  })

  it("closes the socket after a frame that is too long, and accepts the longest", async () => {
    const longest = await connected()
    const body = "x".repeat(FRAME_BYTES_MAX - 3)
    expect(await ask(longest, `Hb|${body}`)).toBe(`Hb|${body}|${NOW}`)
    const tooLong = await connected()
    const end = closed(tooLong)
    tooLong.send(`Hb|${body}x`)
    expect((await end)[0]).not.toBe(1000)
  })

  it("closes a socket that sends too many frames within a second", async () => {
    const socket = await connected()
    const end = closed(socket)
    for (let sent = 0; sent <= FRAMES_PER_SECOND_MAX; sent += 1) socket.send("Hb")
    expect(await end).toEqual([1008, "too many frames"])
  })

  it("tells every client to come back when it stops", async () => {
    const sockets = [await connected(), await connected()]
    const ends = sockets.map(closed)
    await server.close()
    expect(await Promise.all(ends)).toEqual([
      [1012, "restart"],
      [1012, "restart"],
    ])
    expect(await connect()).toBeUndefined()
    server = await openSocket({
      host: "127.0.0.1",
      port: server.port,
      publicOrigin: ORIGIN,
      trustedProxies: 0,
      now: () => NOW,
    })
    expect(await connect()).toBeDefined()
  })

  it("counts for Prometheus", async () => {
    await ask(await connected(), "Hb")
    expect(await get("/metrics")).toContain(
      "quire_chat_connections 1\n# TYPE quire_chat_frames_total counter\nquire_chat_frames_total 1\n",
    )
  })

  it("says when its port is taken", async () => {
    const taken = openSocket({
      host: "127.0.0.1",
      port: server.port,
      publicOrigin: ORIGIN,
      trustedProxies: 0,
      now: () => NOW,
    })
    await expect(taken).rejects.toThrow(/Nothing could listen on 127\.0\.0\.1/)
  })
})
