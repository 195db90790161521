import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net"
import { makeSelfSigned } from "./selfSigned.ts"

/** A request as it reached the server. */
type SeenRequest = { readonly path: string; readonly headers: IncomingHttpHeaders }

/** What is served at a path; see faults.ts for ready-made faults. */
export type Answer = (request: SeenRequest, response: ServerResponse) => void

export type FaultServer = {
  /** `http://127.0.0.1:PORT`, or `https://localhost:PORT` for a TLS server. */
  readonly origin: string
  /** `127.0.0.1:PORT`, or `localhost:PORT`: the allow-list entry that lets a fetcher reach it. */
  readonly host: string
  readonly port: number
  /** The certificate (PEM) to trust for a TLS server, else null. */
  readonly certificate: string | null
  /** Every request so far, oldest first. */
  readonly seen: ReadonlyArray<SeenRequest>
  /** Serves an answer or a text at a path, with its query if it has one. Other paths return 404. */
  serve(path: string, answer: Answer | string): void
  close(): Promise<void>
}

/** A web server on a free port of the loopback interface, with real sockets and scripted behaviour. */
export const startFaultServer = async (options: { readonly secure?: boolean } = {}): Promise<FaultServer> => {
  const answers = new Map<string, Answer | string>()
  const seen: Array<SeenRequest> = []
  const listener: RequestListener = (incoming, response) => {
    const path = incoming.url ?? "/"
    const request = { path, headers: incoming.headers }
    seen.push(request)
    const answer = answers.get(path) ?? answers.get(path.replace(/\?.*$/, ""))
    if (answer === undefined) response.writeHead(404).end("nothing here")
    else if (typeof answer === "string") response.end(answer)
    else answer(request, response)
  }
  const identity = options.secure === true ? makeSelfSigned() : null
  const server = identity === null ? createServer(listener) : createSecureServer(identity, listener)
  const port = await listen(server)
  const host = `${identity === null ? "127.0.0.1" : "localhost"}:${port}`
  return {
    origin: `${identity === null ? "http" : "https"}://${host}`,
    host,
    port,
    certificate: identity?.cert ?? null,
    seen,
    serve: (path, answer) => void answers.set(path, answer),
    close: () => {
      server.closeAllConnections()
      return closed(server)
    },
  }
}

/** A server that does not speak HTTP: it calls `onConnection` with each socket. */
export const startRawServer = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    onConnection(socket)
  })
  const port = await listen(server)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return closed(server)
  }
  return { port, host: `127.0.0.1:${port}`, close }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
