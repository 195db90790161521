import { createHmac, timingSafeEqual } from "node:crypto"

const UUID_BYTES = 16
const MAC_BYTES = 32

/** The owner of a token, and the app password that it was issued for; null for the account's own password. */
export type TokenOwner = { readonly personId: string; readonly passwordId: string | null }

/**
 * Makes the token of a reader app: base64url of person id, password id and a MAC over both and the stored password hash. It
 * is not stored, and becomes invalid when the hash changes.
 */
export const appTokenOf = (key: Buffer, owner: TokenOwner, passwordHash: string): string =>
  Buffer.concat([bytesOf(owner), macOf(key, owner, passwordHash)]).toString("base64url")

/** Parses a token; null if it is malformed. `isTokenOf` verifies it. */
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
