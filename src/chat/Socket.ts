import {
  App,
  type HttpRequest,
  type HttpResponse,
  SSLApp,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
  type WebSocket,
} from "uWebSockets.js"
import type { Socket } from "node:net"
import { clientAddressOf } from "#core/kernel"
import { type MeasureRule, mayMeasure } from "#src/process/metrics/mayMeasure.ts"
import { METRICS_TYPE } from "#src/process/metrics/Registry.ts"
import { answerProbe, type ProbeAnswer } from "#src/process/phase.ts"
import type { Admission, Refusal } from "./admission.ts"
import { FRAME_BYTES_MAX } from "./frame.ts"

export interface SocketHandle {
  readonly send: (text: string) => unknown
  readonly end: (code: number, reason: string) => unknown
  readonly subscribe: (topic: string) => unknown
  readonly unsubscribe: (topic: string) => unknown
  /** Bytes sent but not yet written to the network. */
  readonly getBufferedAmount: () => number
}

/** What the server keeps per socket. */
export interface SocketSession {
  /** Null once the socket is closed. */
  wire: SocketHandle | null
  readonly address: string
  /** Second of the last frame, and the number of frames in it. */
  second: number
  frames: number
}

export interface SocketOptions<S extends SocketSession> {
  readonly host: string
  /** 0 for a free port. */
  readonly port: number
  readonly admission: Admission
  readonly trustedProxies: number
  /** Certificate and key files; without them a proxy terminates TLS. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Serves `/echo` for public WebSocket test suites. */
  readonly hasEcho?: boolean
  /** Idle timeout in seconds, at least 8; IDLE_SECONDS_MAX by default. */
  readonly idleSecondsMax?: number | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called once if X-Forwarded-For arrives while no proxy is trusted. */
  readonly onUntrustedProxy?: () => void
  readonly opened: (address: string) => S
  readonly said: (session: S, text: string) => void
  /** The socket has less unsent data than before. */
  readonly drained?: (session: S) => void
  readonly closed: (session: S) => void
  /** Whether new sockets are refused for now. */
  readonly isDraining: () => boolean
  /** In Prometheus text format. */
  readonly metrics: () => string
  readonly measure: MeasureRule
}

export interface SocketServer {
  readonly port: number
  readonly counted: FrameCounts
  /** Sends a text to every subscriber of a topic. */
  readonly publish: (topic: string, text: string) => void
  /** Existing sockets stay open. */
  readonly stopListening: () => void
  /** Closes the remaining sockets and frees the port. */
  readonly close: () => Promise<void>
}

/** µWebSockets copies the fields of user data, so the session is wrapped. */
type UserData<S> = { readonly session: S }

export type FrameCounts = { frames: number; refused: number; breaches: number; dropped: number }

/** Frames per second and socket; only a program in a loop exceeds this. */
export const FRAMES_PER_SECOND_MAX = 50
export const POLICY_VIOLATION = 1008
/** Unsent bytes per socket. Beyond this it is closed, because skipped messages would go unnoticed. */
export const BACKPRESSURE_BYTES_MAX = 64 * 1024

/** No frame arrived, not even the pong that browsers send automatically. */
const IDLE_SECONDS_MAX = 32
const UNSUPPORTED_DATA = 1003

const REFUSALS: Record<Refusal, string> = {
  origin: "403 Forbidden",
  full: "503 Service Unavailable",
  address: "429 Too Many Requests",
}

/** Opens the chat socket, with probes and `/metrics` for Prometheus. */
export async function openSocket<S extends SocketSession>(options: SocketOptions<S>): Promise<SocketServer> {
  const { admission, tls } = options
  const counted: FrameCounts = { frames: 0, refused: 0, breaches: 0, dropped: 0 }
  const decoder = new TextDecoder()

  const breach = (ws: WebSocket<UserData<S>>, code: number, reason: string) => {
    counted.breaches += 1
    ws.end(code, reason)
  }

  const app = appOf(tls)
    .get("/livez", (res) => answerTo(res, answerProbe("/livez")))
    .get("/startupz", (res) => answerTo(res, answerProbe("/startupz")))
    .get("/readyz", (res) => answerTo(res, options.isDraining() ? DRAINING : answerProbe("/readyz")))
    .get("/metrics", (res, req) => {
      const headers: Record<string, string> = {}
      req.forEach((name, value) => {
        headers[name] = value
      })
      const socket = { remoteAddress: textOf(res.getRemoteAddressAsText()) } as Socket
      if (!mayMeasure({ headers, socket }, options.measure)) return void res.writeStatus("404 Not Found").end()
      res.writeHeader("Content-Type", METRICS_TYPE).end(options.metrics())
    })
  if (options.hasEcho) app.ws("/echo", echo)
  app
    .ws<UserData<S>>("/*", {
      maxPayloadLength: FRAME_BYTES_MAX,
      idleTimeout: options.idleSecondsMax ?? IDLE_SECONDS_MAX,
      maxBackpressure: BACKPRESSURE_BYTES_MAX,
      closeOnBackpressureLimit: true,
      upgrade: (res, req, context) => {
        const address = addressOf(res, req)
        const refusal = options.isDraining() ? "full" : admission.enter(address, req.getHeader("origin"))
        if (refusal) {
          counted.refused += 1
          res.writeStatus(REFUSALS[refusal]).writeHeader("Retry-After", "5").end()
          return
        }
        const header = (name: string) => req.getHeader(`sec-websocket-${name}`)
        res.upgrade(
          { session: options.opened(address) },
          header("key"),
          header("protocol"),
          header("extensions"),
          context,
        )
      },
      open: (ws) => {
        ws.getUserData().session.wire = ws
      },
      message: (ws, message, isBinary) => {
        counted.frames += 1
        const { session } = ws.getUserData()
        if (isTooFast(session, options.now())) return breach(ws, POLICY_VIOLATION, "too many frames")
        if (isBinary) return breach(ws, UNSUPPORTED_DATA, "text only")
        options.said(session, decoder.decode(message))
      },
      drain: (ws) => {
        const { session } = ws.getUserData()
        // Data written inside this event that does not fit triggers no further drain.
        setImmediate(() => options.drained?.(session))
      },
      dropped: () => {
        counted.dropped += 1
      },
      close: (ws) => {
        const { session } = ws.getUserData()
        session.wire = null
        admission.leave(session.address)
        options.closed(session)
      },
    })
    .any("/*", (res) => void res.writeStatus("404 Not Found").end())

  let isWarned = false
  const addressOf = (res: HttpResponse, req: HttpRequest) => {
    const forwarded = req.getHeader("x-forwarded-for")
    if (options.trustedProxies === 0 && forwarded !== "" && !isWarned) {
      isWarned = true
      options.onUntrustedProxy?.()
    }
    return clientAddressOf(textOf(res.getRemoteAddressAsText()), forwarded, options.trustedProxies)
  }

  return new Promise((resolve, reject) => {
    app.listen(options.host, options.port, (listening) => {
      if (!listening) return reject(new Error(`Nothing could listen on ${options.host}:${options.port}`))
      let isListening = true
      const stopListening = () => {
        if (isListening) us_listen_socket_close(listening)
        isListening = false
      }
      resolve({
        port: us_socket_local_port(listening),
        counted,
        publish: (topic, text) => void app.publish(topic, text),
        stopListening,
        close: async () => {
          stopListening()
          app.close()
          // The port is free after one turn of the event loop.
          await new Promise((resolve) => setImmediate(resolve))
        },
      })
    })
  })
}

function appOf(tls: SocketOptions<SocketSession>["tls"]): TemplatedApp {
  if (tls === undefined) return App()
  try {
    return SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile })
  } catch {
    throw new Error(`TLS cannot be spoken with the certificate ${tls.certFile} and the key ${tls.keyFile}`)
  }
}

const textOf = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("latin1")

function isTooFast(session: SocketSession, now: number): boolean {
  const second = Math.floor(now / 1000)
  session.frames = second === session.second ? session.frames + 1 : 1
  session.second = second
  return session.frames > FRAMES_PER_SECOND_MAX
}

const DRAINING: ProbeAnswer = { status: 503, body: '{"status":"draining"}' }

function answerTo(res: HttpResponse, probe: ProbeAnswer | null): void {
  const { status, body } = probe ?? DRAINING
  if (status === 503) res.writeStatus("503 Service Unavailable")
  res.writeHeader("Content-Type", "application/json").writeHeader("Cache-Control", "no-store").end(body)
}

/** The largest message that public suites for RFC 6455 send. */
const ECHO_BYTES_MAX = 32 * 1024 * 1024
const SECONDS_MAX = 120

type EchoSocket = { readonly send: (message: ArrayBuffer, isBinary: boolean) => unknown }

/** Echoes every message. For test suites only: its cost depends on the caller. */
export const echo = {
  maxPayloadLength: ECHO_BYTES_MAX,
  maxBackpressure: 2 * ECHO_BYTES_MAX,
  idleTimeout: SECONDS_MAX,
  closeOnBackpressureLimit: true,
  message: (socket: EchoSocket, message: ArrayBuffer, isBinary: boolean) => void socket.send(message, isBinary),
}
