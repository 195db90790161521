import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** A server with the part of S3 that media files need. Refuses requests without a valid signature. */
export const startS3Server = async ({ bucket, accessKey, secretKey, region }: S3Options) => {
  const files = new Map<string, { readonly type: string | undefined; readonly bytes: Buffer }>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let failing = false
  let failingPart = 0
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const end = (status: number, bytes?: Buffer) => response.writeHead(status).end(bytes)
    if (failing) return end(503)
    if (!isSigned(request, body, { accessKey, secretKey, region })) return end(403)
    const { method } = request
    const { pathname, searchParams } = new URL(request.url ?? "", "http://any")
    if (!pathname.startsWith(`/${bucket}/`)) return end(404)
    const type = request.headers["content-type"]
    if (method === "POST" && searchParams.has("uploads")) {
      const id = `upload/${uploads.size + 1}+a`
      uploads.set(id, new Map())
      return end(
        200,
        Buffer.from(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`),
      )
    }
    const uploadId = searchParams.get("uploadId")
    if (uploadId !== null) {
      const parts = uploads.get(uploadId)
      if (parts === undefined) return end(404)
      if (method === "PUT") {
        if (failingPart === Number(searchParams.get("partNumber"))) return end(500)
        parts.set(Number(searchParams.get("partNumber")), body)
        return response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end()
      }
      uploads.delete(uploadId)
      if (method === "DELETE") return end(204)
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([0-9a-f]{32})"<\/ETag>/g)]
      const chosen = named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0))
      // All parts but the last have at least 5 MiB.
      const isFit = chosen.every((part, at) => part.length >= PART_BYTES_MIN || at === chosen.length - 1)
      const isSame = named.every(
        ([, , tag], at) =>
          createHash("md5")
            .update(chosen[at] ?? "")
            .digest("hex") === tag,
      )
      if (!isFit || !isSame) return end(200, Buffer.from("<Error><Code>InvalidPart</Code></Error>"))
      files.set(pathname, { type, bytes: Buffer.concat(chosen) })
      return end(200, Buffer.from("<CompleteMultipartUploadResult/>"))
    }
    if (method === "PUT") {
      files.set(pathname, { type, bytes: body })
      return end(200)
    }
    if (method === "DELETE") {
      files.delete(pathname)
      return end(204)
    }
    const file = files.get(pathname)
    if (file === undefined) return end(404)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? []
    if (first === undefined || last === undefined)
      return response.writeHead(200, { "content-length": file.bytes.length }).end(method === "HEAD" ? "" : file.bytes)
    return end(206, file.bytes.subarray(Number(first), Number(last) + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`,
    files,
    /** Multipart uploads that were neither completed nor aborted. */
    openUploads: () => uploads.size,
    /** Refuses this part of every multipart upload; 0 for none. */
    failPart: (number: number) => {
      failingPart = number
    },
    fail: (whether: boolean) => {
      failing = whether
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

type Credentials = { readonly accessKey: string; readonly secretKey: string; readonly region: string }
type S3Options = Credentials & { readonly bucket: string }

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/
const PART_BYTES_MIN = 5 * 1024 * 1024
const FIFTEEN_MINUTES_MS = 900_000

const isSigned = (request: IncomingMessage, body: Buffer, { accessKey, secretKey, region }: Credentials): boolean => {
  const [, key, day = "", place, signed = "", signature] = AUTHORIZATION.exec(request.headers.authorization ?? "") ?? []
  const time = String(request.headers["x-amz-date"])
  const sentMs = Date.parse(time.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, "$1-$2-$3T$4:$5:$6Z"))
  if (key !== accessKey || place !== region || !time.startsWith(day)) return false
  if (!(Math.abs(Date.now() - sentMs) < FIFTEEN_MINUTES_MS)) return false
  const names = signed.split(";")
  if (!names.includes("host") || !names.includes("x-amz-date")) return false
  const digest = createHash("sha256").update(body).digest("hex")
  if (request.headers["x-amz-content-sha256"] !== digest) return false
  const url = new URL(request.url ?? "", "http://any")
  const lines = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join("")
  const canonical = `${request.method}\n${url.pathname}\n${url.searchParams}\n${lines}\n${signed}\n${digest}`
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash("sha256").update(canonical).digest("hex")}`
  const mac = (by: string | Buffer, text: string) => createHmac("sha256", by).update(text).digest()
  const by = mac(mac(mac(mac(`AWS4${secretKey}`, day), region), "s3"), "aws4_request")
  return mac(by, toSign).toString("hex") === signature
}
