import type { ServerResponse } from "node:http"
import zlib from "node:zlib"
import type { Answer } from "./faultServer.ts"

/** Faults for a fault server. */

type Coding = "gzip" | "br" | "deflate" | "deflate-raw" | "zstd"

export const page =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, headers).end(body)

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end(`status ${code}`)

export const redirect =
  (code: number, to: string): Answer =>
  (_, response) =>
    response.writeHead(code, { location: to }).end("this way")

/** A page that answers 304 to every request with its validators. */
export const conditional =
  (body: string, etag: string, lastModified: string): Answer =>
  ({ headers }, response) => {
    const validators = { etag, "last-modified": lastModified, "cache-control": "max-age=60" }
    const known = headers["if-none-match"] === etag || headers["if-modified-since"] === lastModified
    if (known) response.writeHead(304, validators).end()
    else response.writeHead(200, validators).end(body)
  }

/** Accepts the request and never responds. */
export const noHeaders: Answer = () => undefined

/** Starts a body and then stops. */
export const stalledBody: Answer = (_, response) => void response.writeHead(200).write("<rss>")

/** One byte at intervals, without end: never idle, never complete. */
export const trickle: Answer = (_, response) => {
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

/** An endless body, as fast as the client reads. */
export const endless: Answer = (_, response) => {
  const chunk = Buffer.alloc(65_536, " ")
  const writeMore = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on("drain", writeMore)
  writeMore()
}

/** Declares more bytes than the maximum, and sends none. */
export const announcing =
  (bytes: number): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-length": String(bytes) }).write("<rss>")

/** Closes the connection without a response. */
export const cut: Answer = (_, response) => resetSocket(response)

/** Closes the connection after half of the declared body. */
export const cutBody: Answer = (_, response) => {
  response.writeHead(200, { "content-length": "1000" }).write("x".repeat(500), () => resetSocket(response))
}

export const compressed =
  (coding: Coding, body: string | Uint8Array, label: string = coding.replace("-raw", "")): Answer =>
  (_, response) =>
    response.writeHead(200, { "content-encoding": label }).end(compress(coding, Buffer.from(body)))

/** A few kilobytes that decompress to `bytes` zeros. */
export const bomb = (coding: Coding, bytes: number): Answer => compressed(coding, Buffer.alloc(bytes))

export const compress = (coding: Coding, bytes: Uint8Array): Uint8Array => {
  switch (coding) {
    case "gzip":
      return zlib.gzipSync(bytes)
    case "br":
      return zlib.brotliCompressSync(bytes)
    case "deflate":
      return zlib.deflateSync(bytes)
    case "deflate-raw":
      return zlib.deflateRawSync(bytes)
    case "zstd":
      return zlib.zstdCompressSync(bytes)
  }
}

const resetSocket = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}
