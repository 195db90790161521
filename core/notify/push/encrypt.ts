import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from "node:crypto"

/** What a browser gave us to encrypt for it (W3C Push API, 8.1): its public key and a shared secret, base64url. */
export type PushTarget = { readonly p256dh: string; readonly auth: string }

export const CURVE = "prime256v1"
/** An uncompressed point of P-256. */
const POINT_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
const SECRET_BYTES = 32
/** A push service takes 4,096 bytes at least (RFC 8030, 7.2); the whole message is one record. */
const RECORD_BYTES = 4_096
/** What is left of that for the message: header, tag and the end mark taken off. */
export const MESSAGE_BYTES_MAX = RECORD_BYTES - (SALT_BYTES + 4 + 1 + POINT_BYTES) - 16 - 1
const LAST_RECORD = 2

/** Chosen anew for each message; a test brings those of the standard's example. */
export type Ephemeral = { readonly salt: Uint8Array; readonly privateKey: Uint8Array }

/**
 * Encrypts a message so that the browser alone can read it (RFC 8291: aes128gcm of RFC 8188 under a key that both sides
 * agree on). The bytes are the body of the push request.
 *
 * @throws where the target's key is no point of the curve, or the message is longer than MESSAGE_BYTES_MAX
 */
export const encrypt = (message: Uint8Array, target: PushTarget, ephemeral?: Ephemeral): Buffer => {
  if (message.length > MESSAGE_BYTES_MAX) throw new RangeError(`a push message has ${message.length} bytes`)
  const theirs = Buffer.from(target.p256dh, "base64url")
  const salt = ephemeral?.salt ?? randomBytes(SALT_BYTES)
  const ours = createECDH(CURVE)
  if (ephemeral === undefined) ours.generateKeys()
  else ours.setPrivateKey(ephemeral.privateKey)
  const ourPoint = ours.getPublicKey()

  const about = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ourPoint])
  const secret = hkdf(ours.computeSecret(theirs), Buffer.from(target.auth, "base64url"), about, SECRET_BYTES)
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), KEY_BYTES)
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), NONCE_BYTES)

  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES)
  sizes.writeUInt8(ourPoint.length, 4)
  const cipher = createCipheriv("aes-128-gcm", key, nonce)
  const sealed = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()])
  return Buffer.concat([salt, sizes, ourPoint, sealed, cipher.getAuthTag()])
}

/** Whether messages can be encrypted for these keys. */
export const isTarget = ({ p256dh, auth }: PushTarget): boolean => {
  const point = Buffer.from(p256dh, "base64url")
  if (point.length !== POINT_BYTES || Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false
  try {
    ECDH.convertKey(point, CURVE)
    return true
  } catch {
    return false
  }
}

const hkdf = (secret: Uint8Array, salt: Uint8Array, about: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, about, bytes))
