import { ECDH } from "node:crypto"
import webPush from "web-push"

/** The encryption keys of a browser (W3C Push API, 8.1), base64url. */
export type PushTarget = { readonly p256dh: string; readonly auth: string }

export const CURVE = "prime256v1"
const POINT_BYTES = 65
const AUTH_BYTES = 16
/** Salt, record size, key length and key in front of the record; tag and end mark inside it (RFC 8188, 2). */
const OVERHEAD_BYTES = 16 + 4 + 1 + POINT_BYTES + 16 + 1
/** A push service accepts at least 4,096 bytes (RFC 8030, 7.2), and the whole message is one record. */
export const MESSAGE_BYTES_MAX = 4_096 - OVERHEAD_BYTES

/**
 * Encrypts a message for one browser (RFC 8291) and returns the body of the push request.
 *
 * @throws if the target's key is not a point of the curve, or the message is longer than MESSAGE_BYTES_MAX
 */
export const encrypt = (message: Uint8Array, { p256dh, auth }: PushTarget): Buffer => {
  // web-push would write a second record, which push services refuse.
  if (message.length > MESSAGE_BYTES_MAX) throw new RangeError(`a push message has ${message.length} bytes`)
  return webPush.encrypt(p256dh, auth, Buffer.from(message), "aes128gcm").cipherText
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
