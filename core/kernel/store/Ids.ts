import { hash, randomBytes } from "node:crypto"

/** Size of the buffer: one system call for sixteen bytes costs as much as one for all of it. */
const POOL_BYTES = 4_096

let pool = Buffer.alloc(0)
let used = 0

/** Up to 4,096 bytes from the system's random generator, drawn from a buffer. */
export const fewRandomBytes = (count: number): Buffer => {
  if (used + count > pool.length) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

/** Length of a name-based id: 20 characters of base32 carry 100 bits. */
export const SHORT_ID_LENGTH = 20

/**
 * A UUID of version 7 (RFC 9562): 48 bits of milliseconds, then random bits, so ids sort by creation time.
 * @param nowMs milliseconds since 1970 from the caller's clock
 */
export const uuidv7 = (nowMs: number): string => {
  const bytes = fewRandomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * A name-based UUID: the same name always gives the same one. Version 8 (RFC 9562, 5.8), which allows a custom layout.
 */
export const nameUuid = (name: string): string => {
  const bytes = hash("sha256", name, "buffer")
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/**
 * A name-based id: the same kind and name always give the same id, so adding a thing twice finds the existing one. 20
 * characters of Crockford base32 from SHA-256.
 */
export const shortId = (kind: string, name: string): string => {
  const digest = hash("sha256", `${kind}\n${name}`, "buffer")
  let bits = 0
  let held = 0
  let id = ""
  for (const byte of digest) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5 && id.length < SHORT_ID_LENGTH) {
      id += ALPHABET[(held >>> (bits - 5)) & 31]
      bits -= 5
    }
    held &= (1 << bits) - 1
  }
  return id
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => UUID.test(text)
