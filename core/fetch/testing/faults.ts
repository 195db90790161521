import type { ServerResponse } from "node:http"
import zlib from "node:zlib"
import type { Answer } from "./faultServer.ts"

/** What servers do to those who fetch from them, to be served by a fault server. */

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

/** A page that says 304 to anyone who shows its validators. */
export const conditional =
  (body: string, etag: string, lastModified: string): Answer =>
  ({ headers }, response) => {
    const validators = { etag, "last-modified": lastModified, "cache-control": "max-age=60" }
    const known = headers["if-none-match"] === etag || headers["if-modified-since"] === lastModified
    if (known) response.writeHead(304, validators).end()
    else response.writeHead(200, validators).end(body)
  }

/** Takes the request and says nothing. */
export const noHeaders: Answer = () => undefined

/** Begins a body and says no more. */
export const stalledBody: Answer = (_, response) => void response.writeHead(200).write("<rss>")

/** A byte now and then, forever: never idle, never done. */
export const trickle: Answer = (_, response) => {
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

/** As many bytes as the other side takes. */
export const endless: Answer = (_, response) => {
  const chunk = Buffer.alloc(65_536, " ")
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on("drain", pour)
  pour()
}

/** Promises more than is read, and sends nothing of it. */
export const announcing =
  (bytes: number): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-length": String(bytes) }).write("<rss>")

/** Cuts the connection without an answer. */
export const cut: Answer = (_, response) => resetSocket(response)

/** Cuts the connection after half of the body that was announced. */
export const cutBody: Answer = (_, response) => {
  response.writeHead(200, { "content-length": "1000" }).write("x".repeat(500), () => resetSocket(response))
}

export const compressed =
  (coding: Coding, body: string | Uint8Array, label: string = coding.replace("-raw", "")): Answer =>
  (_, response) =>
    response.writeHead(200, { "content-encoding": label }).end(compress(coding, Buffer.from(body)))

/** A few kilobytes that unfold into `bytes` zeros. */
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
