import { createHash, createHmac } from "node:crypto"

export type Signing = {
  readonly method: "GET" | "PUT" | "DELETE"
  readonly url: URL
  readonly body: Uint8Array
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  readonly nowMs: number
}

/**
 * The headers that sign a request to an S3-compatible server: AWS Signature Version 4 over host, date and the digest of
 * the body. The path must be written as it is sent; names of ours need no escaping.
 */
export const signRequest = ({
  method,
  url,
  body,
  region,
  accessKey,
  secretKey,
  nowMs,
}: Signing): Record<string, string> => {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "")
  const day = time.slice(0, 8)
  const digest = sha256(body)
  const headers = { host: url.host, "x-amz-content-sha256": digest, "x-amz-date": time }
  const names = Object.keys(headers).sort()
  const canonical = [
    method,
    url.pathname,
    "",
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    "",
    names.join(";"),
    digest,
  ].join("\n")
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex")
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  }
}

const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest()
