import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { PushTarget } from "../encrypt.ts"

/** An independent implementation of the browser side of RFC 8291. */
export const makeReceiver = () => {
  const ecdh = createECDH("prime256v1")
  const point = ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys: PushTarget = { p256dh: point.toString("base64url"), auth: auth.toString("base64url") }
  return {
    keys,
    /** @throws if the body is for another browser or was changed */
    decrypt: (body: Buffer): Buffer => {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const derive = (secret: Uint8Array, from: Uint8Array, label: Uint8Array, bytes: number) =>
        new Uint8Array(hkdfSync("sha256", secret, from, label, bytes))
      const label = Buffer.concat([Buffer.from("WebPush: info\0", "latin1"), point, sender])
      const ikm = derive(ecdh.computeSecret(sender), auth, label, 32)
      const decipher = createDecipheriv(
        "aes-128-gcm",
        derive(ikm, salt, Buffer.from("Content-Encoding: aes128gcm\0", "latin1"), 16),
        derive(ikm, salt, Buffer.from("Content-Encoding: nonce\0", "latin1"), 12),
      ).setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = plain.lastIndexOf(2)
      if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("the record does not end as it should")
      return plain.subarray(0, end)
    },
  }
}

export type Pushed = {
  readonly path: string
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly body: Buffer
}

/** A fake push service on loopback that records pushes. */
export const startPushService = async () => {
  const pushed: Array<Pushed> = []
  const answers = new Map<string, { readonly status: number; readonly headers?: Record<string, string> }>()
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ""
    pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    const { status, headers } = answers.get(path) ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    origin: `http://${host}`,
    pushed,
    answer: (path: string, status: number, headers: Record<string, string> = {}) =>
      answers.set(path, { status, headers }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Verifies `vapid t=..., k=...` (RFC 8292) like a push service. @throws if the signature does not match the key */
export const readVapid = (authorization: string) => {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
  const [header = "", claims = "", signature = ""] = token.split(".")
  const point = Buffer.from(key, "base64url")
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  }
  const signed = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  )
  if (!signed) throw new Error("the token is not signed with the key")
  return { key, header: jsonOf(header), claims: jsonOf(claims) }
}

const jsonOf = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>
