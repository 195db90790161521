import { createHmac, timingSafeEqual } from "node:crypto"

const UUID_BYTES = 16
const MAC_BYTES = 32

/** Whose a token is, and by which app password it was got; null for the account's own. */
export type TokenOwner = { readonly personId: string; readonly passwordId: string | null }

/**
 * What a reader app shows instead of a password: base64url of the person, the password's id and a MAC over both and over
 * the stored hash of the password. It is stored nowhere, and worth nothing once that hash is gone or another.
 */
export const appTokenOf = (key: Buffer, owner: TokenOwner, passwordHash: string): string =>
  Buffer.concat([bytesOf(owner), macOf(key, owner, passwordHash)]).toString("base64url")

/** Whose a token says it is; null where it is no token. `isTokenOf` tells whether that is true. */
export const readAppToken = (token: string): TokenOwner | null => {
  const bytes = Buffer.from(token, "base64url")
  if (bytes.length !== 2 * UUID_BYTES + MAC_BYTES || bytes.toString("base64url") !== token) return null
  const [personId, passwordId] = [uuidAt(bytes, 0), uuidAt(bytes, UUID_BYTES)]
  return { personId, passwordId: passwordId === NO_UUID ? null : passwordId }
}

export const isTokenOf = (key: Buffer, owner: TokenOwner, passwordHash: string, token: string): boolean =>
  timingSafeEqual(
    macOf(key, owner, passwordHash),
    Buffer.from(token, "base64url").subarray(2 * UUID_BYTES, 2 * UUID_BYTES + MAC_BYTES),
  )

const NO_UUID = "00000000-0000-0000-0000-000000000000"

const bytesOf = ({ personId, passwordId }: TokenOwner): Buffer =>
  Buffer.from(`${personId}${passwordId ?? NO_UUID}`.replaceAll("-", ""), "hex")

const macOf = (key: Buffer, owner: TokenOwner, passwordHash: string): Buffer =>
  createHmac("sha256", key).update(bytesOf(owner)).update(passwordHash).digest()

const uuidAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString("hex", at, at + UUID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
