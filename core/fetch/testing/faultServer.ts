import { generateKeyPairSync, sign } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net"

/**
 * A new key and a self-signed certificate for localhost and 127.0.0.1 (RFC 5280), valid from 2020 to 2049. Generated on
 * demand, so that the repository contains no key and no certificate that expires.
 */
export const makeSelfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(set(sequence(oid("550403"), utf8("localhost"))))
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(oid("551d11"), der(0x04, names)),
    sequence(oid("551d13"), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  )
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  )
  const signature = sign("sha256", content, privateKey)
  const certificate = sequence(content, ECDSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: pem(certificate) }
}

const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Buffer>): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: ReadonlyArray<Buffer>): Buffer => der(0x31, Buffer.concat(parts))
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"))
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
const time = (text: string): Buffer => der(0x17, Buffer.from(text))

const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"))

const pem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`

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
