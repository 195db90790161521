import { createHash } from "node:crypto"
import { AwsClient } from "aws4fetch"
import { request } from "undici"
import type { Storage } from "./folderStorage.ts"

const TIMEOUT_MS = 15_000

export type Bucket = {
  /** Endpoint and bucket: `https://s3.example.org/pictures`. */
  readonly url: string
  readonly region: string
  /** Access key and secret key, joined by a colon. */
  readonly key: string
}

/** A bucket of an S3-compatible server, addressed by path. */
export const s3Storage = ({ url, region, key }: Bucket, now: () => number = Date.now): Storage => {
  const [accessKeyId = "", secretAccessKey = ""] = key.split(":")

  const signer = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region })

  const ask = async (method: "GET" | "PUT" | "DELETE", name: string, body: Uint8Array = new Uint8Array()) => {
    const target = new URL(`${url.replace(/\/$/, "")}/${name}`)
    const { headers } = await signer.sign(target, {
      method,
      headers: {
        // Without it the library leaves the body out of the signature.
        "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
        ...(method === "PUT" ? { "content-type": "image/webp" } : {}),
      },
      aws: { datetime: new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, "") },
    })
    return request(target, {
      method,
      headers: Object.fromEntries(headers),
      ...(method === "PUT" ? { body } : {}),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
  }
  const failed = (method: string, status: number) => new Error(`the bucket answers ${method} with ${status}`)

  return {
    write: async (name, bytes) => {
      const { statusCode, body } = await ask("PUT", name, bytes)
      await body.dump()
      if (statusCode !== 200 && statusCode !== 204) throw failed("PUT", statusCode)
    },
    read: async (name) => {
      const { statusCode, body } = await ask("GET", name)
      if (statusCode === 200) return new Uint8Array(await body.arrayBuffer())
      await body.dump()
      if (statusCode === 404) return null
      throw failed("GET", statusCode)
    },
    remove: async (name) => {
      const { statusCode, body } = await ask("DELETE", name)
      await body.dump()
      if (statusCode >= 300 && statusCode !== 404) throw failed("DELETE", statusCode)
    },
  }
}
