import {
  App,
  type HttpRequest,
  type HttpResponse,
  us_listen_socket_close,
  us_socket_local_port,
  type WebSocket,
} from "uWebSockets.js"
import { Admission, clientAddress, type Refusal } from "./admission.ts"
import { type Command, FRAME_BYTES_MAX, parseFrame, writeFrame } from "./frame.ts"

export interface SocketOptions {
  readonly host: string
  /** 0 lets the system pick one. */
  readonly port: number
  readonly publicOrigin: string
  readonly trustedProxies: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly connectionsMax?: number
  readonly perAddressMax?: number
}

/** The running socket server. */
export interface SocketServer {
  readonly port: number
  /** Stops accepting and closes every socket with 1012 (service restart); clients come back by themselves. */
  readonly close: () => Promise<void>
}

/** Frames a socket may send within one second: a person never does, a loop does. */
export const FRAMES_PER_SECOND_MAX = 50

/** A socket from which nothing came, not even the pong that browsers send by themselves, is gone. */
const IDLE_SECONDS_MAX = 32
/** Unsent bytes per socket; beyond that it is closed, because a hole in what it reads would go unnoticed. */
const BACKPRESSURE_BYTES_MAX = 64 * 1024
const CLOSE_BATCH = 500
const SERVICE_RESTART = 1012
const POLICY_VIOLATION = 1008
const UNSUPPORTED_DATA = 1003

const REFUSALS: Record<Refusal, string> = {
  origin: "403 Forbidden",
  full: "503 Service Unavailable",
  address: "429 Too Many Requests",
}

interface Client {
  readonly address: string
  second: number
  frames: number
}

/** Opens the chat socket. Beside it, `/healthz` answers probes and `/metrics` Prometheus. */
export function openSocket(options: SocketOptions): Promise<SocketServer> {
  const admission = new Admission(options.publicOrigin, options)
  const clients = new Set<WebSocket<Client>>()
  const counted = { frames: 0, refused: 0, closed: 0 }
  const decoder = new TextDecoder()

  const refuse = (ws: WebSocket<Client>, code: number, reason: string) => {
    counted.closed += 1
    ws.end(code, reason)
  }

  const app = App()
    .get("/healthz", (res) => json(res, { status: "ok", connections: admission.connections }))
    .get("/metrics", (res) => void res.writeHeader("Content-Type", "text/plain; version=0.0.4").end(metrics()))
    .ws<Client>("/*", {
      maxPayloadLength: FRAME_BYTES_MAX,
      idleTimeout: IDLE_SECONDS_MAX,
      maxBackpressure: BACKPRESSURE_BYTES_MAX,
      closeOnBackpressureLimit: true,
      upgrade: (res, req, context) => {
        const address = addressOf(res, req)
        const refusal = admission.enter(address, req.getHeader("origin"))
        if (refusal) {
          counted.refused += 1
          res.writeStatus(REFUSALS[refusal]).writeHeader("Retry-After", "5").end()
          return
        }
        const client: Client = { address, second: 0, frames: 0 }
        const header = (name: string) => req.getHeader(`sec-websocket-${name}`)
        res.upgrade(client, header("key"), header("protocol"), header("extensions"), context)
      },
      open: (ws) => void clients.add(ws),
      message: (ws, message, isBinary) => {
        counted.frames += 1
        if (isTooFast(ws.getUserData(), options.now())) return refuse(ws, POLICY_VIOLATION, "too many frames")
        if (isBinary) return refuse(ws, UNSUPPORTED_DATA, "text only")
        const frame = parseFrame(decoder.decode(message))
        if (typeof frame === "string") return refuse(ws, POLICY_VIOLATION, frame)
        ws.send(answer(frame.command, frame.body, options.now()))
      },
      close: (ws) => {
        clients.delete(ws)
        admission.leave(ws.getUserData().address)
      },
    })
    .any("/*", (res) => void res.writeStatus("404 Not Found").end())

  const addressOf = (res: HttpResponse, req: HttpRequest) => {
    const own = Buffer.from(res.getRemoteAddressAsText()).toString("latin1")
    return clientAddress(own, req.getHeader("x-forwarded-for"), options.trustedProxies)
  }

  const metrics = () =>
    [
      "# TYPE quire_chat_connections gauge",
      `quire_chat_connections ${admission.connections}`,
      "# TYPE quire_chat_frames_total counter",
      `quire_chat_frames_total ${counted.frames}`,
      "# TYPE quire_chat_refused_total counter",
      `quire_chat_refused_total ${counted.refused}`,
      "# TYPE quire_chat_closed_for_breach_total counter",
      `quire_chat_closed_for_breach_total ${counted.closed}`,
      "",
    ].join("\n")

  return new Promise((resolve, reject) => {
    app.listen(options.host, options.port, (listening) => {
      if (!listening) return reject(new Error(`Nothing could listen on ${options.host}:${options.port}`))
      resolve({
        port: us_socket_local_port(listening),
        close: async () => {
          us_listen_socket_close(listening)
          await closeInBatches(clients)
          app.close()
        },
      })
    })
  })
}

/** A heartbeat needs no sign-in. All else does, and no token is issued yet, so the answer is the specification's. */
function answer(command: Command, body: string, now: number): string {
  return command === "Hb" ? writeFrame("Hb", body, now) : writeFrame(command, "Need Permission")
}

function isTooFast(client: Client, now: number): boolean {
  const second = Math.floor(now / 1000)
  client.frames = second === client.second ? client.frames + 1 : 1
  client.second = second
  return client.frames > FRAMES_PER_SECOND_MAX
}

/** Not all in one go: thousands of clients that return at the same moment would be the next problem. */
async function closeInBatches(clients: ReadonlySet<WebSocket<Client>>): Promise<void> {
  const open = [...clients]
  for (let at = 0; at < open.length; at += CLOSE_BATCH) {
    for (const ws of open.slice(at, at + CLOSE_BATCH)) if (clients.has(ws)) ws.end(SERVICE_RESTART, "restart")
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function json(res: HttpResponse, body: unknown): void {
  res.writeHeader("Content-Type", "application/json").writeHeader("Cache-Control", "no-store").end(JSON.stringify(body))
}
