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
import type { Admission, Refusal } from "./admission.ts"
import { echo } from "./echo.ts"
import { FRAME_BYTES_MAX } from "./frame.ts"

/** What an open socket can be told. */
export interface Wire {
  readonly send: (text: string) => unknown
  readonly end: (code: number, reason: string) => unknown
  readonly subscribe: (topic: string) => unknown
  readonly unsubscribe: (topic: string) => unknown
  /** Bytes that were sent and are not on their way yet. */
  readonly getBufferedAmount: () => number
}

/** What the server keeps of each socket: whoever speaks on it, and how fast. */
export interface Speaker {
  /** There while the socket is open. */
  wire: Wire | null
  readonly address: string
  /** Second of the last frame, and frames in it. */
  second: number
  frames: number
}

export interface SocketOptions<S extends Speaker> {
  readonly host: string
  /** 0 lets the system pick one. */
  readonly port: number
  readonly admission: Admission
  readonly trustedProxies: number
  /** Files of a certificate and its key; without them TLS ends elsewhere. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Whether `/echo` is there, for public suites that judge the WebSocket itself. */
  readonly hasEcho?: boolean
  /** How long a socket may be silent, IDLE_SECONDS_MAX unless told otherwise; 8 at least. */
  readonly idleSecondsMax?: number | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A proxy names clients, but none is trusted; called once. */
  readonly onUntrustedProxy?: () => void
  readonly opened: (address: string) => S
  readonly said: (speaker: S, text: string) => void
  /** Less than before waits to be read. */
  readonly drained?: (speaker: S) => void
  readonly closed: (speaker: S) => void
  /** Whether new sockets are sent away for now. */
  readonly isDraining: () => boolean
  /** In Prometheus' format. */
  readonly metrics: () => string
  /** Who may read them. */
  readonly measure: MeasureRule
}

/** The running socket server. */
export interface SocketServer {
  readonly port: number
  readonly counted: Counted
  /** Sends a text to every socket that subscribed to a topic. */
  readonly publish: (topic: string, text: string) => void
  /** Stops accepting; who is there stays. */
  readonly stopListening: () => void
  /** Ends what is left, and gives the port back. */
  readonly close: () => Promise<void>
}

/** What a socket carries. µWebSockets copies the fields of what it is given, so that it must be a box. */
type Box<S> = { readonly speaker: S }

/** What a server counts of its sockets. */
export type Counted = { frames: number; refused: number; breaches: number; dropped: number }

/** Frames a socket may send within one second: a person never does, a loop does. */
export const FRAMES_PER_SECOND_MAX = 50
export const POLICY_VIOLATION = 1008
/** Unsent bytes per socket; beyond that it is closed, because a hole in what it reads would go unnoticed. */
export const BACKPRESSURE_BYTES_MAX = 64 * 1024

/** A socket from which nothing came, not even the pong that browsers send by themselves, is gone. */
const IDLE_SECONDS_MAX = 32
const UNSUPPORTED_DATA = 1003

const REFUSALS: Record<Refusal, string> = {
  origin: "403 Forbidden",
  full: "503 Service Unavailable",
  address: "429 Too Many Requests",
}

/** Opens the chat socket. Beside it, `/healthz` answers probes and `/metrics` Prometheus. */
export async function openSocket<S extends Speaker>(options: SocketOptions<S>): Promise<SocketServer> {
  const { admission, tls } = options
  const counted: Counted = { frames: 0, refused: 0, breaches: 0, dropped: 0 }
  const decoder = new TextDecoder()

  const breach = (ws: WebSocket<Box<S>>, code: number, reason: string) => {
    counted.breaches += 1
    ws.end(code, reason)
  }

  const app = appOf(tls)
    .get("/healthz", (res) => {
      const isDraining = options.isDraining()
      if (isDraining) res.writeStatus("503 Service Unavailable")
      json(res, { status: isDraining ? "draining" : "ok", connections: admission.connections })
    })
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
    .ws<Box<S>>("/*", {
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
          { speaker: options.opened(address) },
          header("key"),
          header("protocol"),
          header("extensions"),
          context,
        )
      },
      open: (ws) => {
        ws.getUserData().speaker.wire = ws
      },
      message: (ws, message, isBinary) => {
        counted.frames += 1
        const { speaker } = ws.getUserData()
        if (isTooFast(speaker, options.now())) return breach(ws, POLICY_VIOLATION, "too many frames")
        if (isBinary) return breach(ws, UNSUPPORTED_DATA, "text only")
        options.said(speaker, decoder.decode(message))
      },
      drain: (ws) => {
        const { speaker } = ws.getUserData()
        // What is written within the event itself and does not fit is never heard of again.
        setImmediate(() => options.drained?.(speaker))
      },
      dropped: () => {
        counted.dropped += 1
      },
      close: (ws) => {
        const { speaker } = ws.getUserData()
        speaker.wire = null
        admission.leave(speaker.address)
        options.closed(speaker)
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
          // The port is free when the event loop has come round.
          await new Promise((resolve) => setImmediate(resolve))
        },
      })
    })
  })
}

function appOf(tls: SocketOptions<Speaker>["tls"]): TemplatedApp {
  if (tls === undefined) return App()
  try {
    return SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile })
  } catch {
    throw new Error(`TLS cannot be spoken with the certificate ${tls.certFile} and the key ${tls.keyFile}`)
  }
}

const textOf = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("latin1")

function isTooFast(speaker: Speaker, now: number): boolean {
  const second = Math.floor(now / 1000)
  speaker.frames = second === speaker.second ? speaker.frames + 1 : 1
  speaker.second = second
  return speaker.frames > FRAMES_PER_SECOND_MAX
}

function json(res: HttpResponse, body: unknown): void {
  res.writeHeader("Content-Type", "application/json").writeHeader("Cache-Control", "no-store").end(JSON.stringify(body))
}
