import { createCipheriv, createDecipheriv } from "node:crypto"
import { fewRandomBytes } from "../store/Ids.ts"

/** Bytes of a key: AES-256-GCM, NIST SP 800-38D. */
export const KEY_BYTES = 32
const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts and authenticates. Decryption needs the same `associated` text. */
export const encrypt = (key: Uint8Array, associated: string, plain: Uint8Array): Buffer => {
  const nonce = fewRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(associated))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts. Throws if the key, the associated text or any byte differs. */
export const decrypt = (key: Uint8Array, associated: string, sealed: Uint8Array): Buffer => {
  const bytes = Buffer.from(sealed)
  const tagAt = bytes.length - TAG_BYTES
  if (tagAt < NONCE_BYTES) throw new Error(`${bytes.length} bytes are too few to be sealed data`)
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(associated))
    .setAuthTag(bytes.subarray(tagAt))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, tagAt)), decipher.final()])
}
