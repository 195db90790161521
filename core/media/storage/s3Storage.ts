import { createHash } from "node:crypto"
import { AwsClient } from "aws4fetch"
import { type Dispatcher, request } from "undici"
import type { ByteStream, Storage } from "./Storage.ts"

const TIMEOUT_MS = 15_000
/** Bytes of a part of a long file: S3 requires 5 MiB, and accepts 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024
/** The response to the creation of a multipart upload. Identifiers of servers are shorter. */
const UPLOAD_ID = /<UploadId>([^<]{1,2000})<\/UploadId>/

export type Bucket = {
  /** Endpoint and bucket: `https://s3.example.org/pictures`. */
  readonly url: string
  readonly region: string
  /** Access key and secret key, joined by a colon. */
  readonly key: string
  /** Start of the names of all files, such as `media/`. */
  readonly prefix?: string
}

type S3Request = {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE"
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** A bucket of an S3-compatible server, addressed by path. */
export const s3Storage = ({ url, region, key, prefix = "" }: Bucket, now: () => number = Date.now): Storage => {
  const [accessKeyId = "", secretAccessKey = ""] = key.split(":")
  const signer = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region })

  const ask = async ({ method, name, query = {}, headers = {}, body = new Uint8Array() }: S3Request) => {
    const target = new URL(`${url.replace(/\/$/, "")}/${prefix}${name}`)
    for (const [field, value] of Object.entries(query)) target.searchParams.set(field, value)
    const signed = await signer.sign(target, {
      method,
      headers: {
        ...headers,
        // Without it the library leaves the body out of the signature.
        "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
      },
      aws: { datetime: new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, "") },
    })
    return request(target, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(method === "PUT" || method === "POST" ? { body } : {}),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
  }

  /** Sends a request of which only success matters; returns the headers and the text of the response. */
  const send = async (call: S3Request) => {
    const { statusCode, headers, body } = await ask(call)
    const text = await body.text()
    // Completing a multipart upload may fail after the status was sent.
    if (statusCode >= 300 || text.includes("<Error>")) throw failed(call.method, statusCode)
    return { headers, text }
  }

  const put = (name: string, body: Uint8Array, type: string) =>
    send({ method: "PUT", name, body, headers: { "content-type": type } })

  const sendParts = async (name: string, parts: AsyncIterable<Uint8Array>): Promise<number> => {
    const { text } = await send({ method: "POST", name, query: { uploads: "" } })
    const uploadId = UPLOAD_ID.exec(text)?.[1]
    if (uploadId === undefined) throw new Error("the bucket names no multipart upload")
    try {
      let total = 0
      const tags: Array<string> = []
      for await (const body of parts) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const { headers } = await send({ method: "PUT", name, query, body })
        tags.push(String(headers["etag"]))
        total += body.length
      }
      const listed = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`)
      await send({ method: "POST", name, query: { uploadId }, body })
      return total
    } catch (error) {
      // Servers charge for parts until the upload is completed or aborted.
      await send({ method: "DELETE", name, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  return {
    write: async (name, bytes) => void (await put(name, bytes, "image/webp")),
    writeStream: async (name, body) => {
      const parts = inParts(body)
      const first = await parts.next()
      const start = first.done === true ? new Uint8Array() : first.value
      if (start.length === PART_BYTES) return sendParts(name, prepend(start, parts))
      await put(name, start, "application/octet-stream")
      return start.length
    },
    read: async (name) => {
      const { statusCode, body } = await ask({ method: "GET", name })
      if (statusCode === 200) return new Uint8Array(await body.arrayBuffer())
      return missing(statusCode, body, "GET")
    },
    readRange: async (name, { first, last }) => {
      const { statusCode, body } = await ask({ method: "GET", name, headers: { range: `bytes=${first}-${last}` } })
      return statusCode === 206 ? body : missing(statusCode, body, "GET")
    },
    size: async (name) => {
      const { statusCode, headers, body } = await ask({ method: "HEAD", name })
      if (statusCode !== 200) return missing(statusCode, body, "HEAD")
      await body.dump()
      return Number(headers["content-length"])
    },
    remove: async (name) => {
      const { statusCode, body } = await ask({ method: "DELETE", name })
      await body.dump()
      if (statusCode >= 300 && statusCode !== 404) throw failed("DELETE", statusCode)
    },
  }
}

const failed = (method: string, status: number) => new Error(`the bucket answers ${method} with ${status}`)

const missing = async (status: number, body: Dispatcher.ResponseData["body"], method: string): Promise<null> => {
  await body.dump()
  if (status === 404) return null
  throw failed(method, status)
}

/** Collects pieces into parts of PART_BYTES; the last may be shorter. */
async function* inParts(body: ByteStream): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafeSlow(PART_BYTES)
  let filled = 0
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(PART_BYTES - filled, chunk.length - at)
      part.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < PART_BYTES) continue
      yield part
      part = Buffer.allocUnsafeSlow(PART_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

async function* prepend(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
