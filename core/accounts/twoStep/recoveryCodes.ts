import { createHash, randomBytes } from "node:crypto"

/** Recovery codes in a set. */
const RECOVERY_CODES = 10

/** 32 characters that are not easily confused (Crockford's base32). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
/** 80 bits, which cannot be guessed even from the hash, so a fast hash is enough. */
const CODE_CHARACTERS = 16
const GROUP = /.{4}(?=.)/g

/** New recovery codes, formatted as `k7m2-q9xz-4a0f-8c3d`. */
export const makeRecoveryCodes = (): ReadonlyArray<string> => Array.from({ length: RECOVERY_CODES }, readableSecret)

/** 80 random bits for people to copy. */
export const readableSecret = (): string =>
  [...randomBytes(CODE_CHARACTERS)]
    .map((byte) => ALPHABET[byte & 31])
    .join("")
    .replace(GROUP, "$&-")

/** The stored hash of a typed code, independent of its spelling. */
export const hashOfTyped = (typed: string): string => {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1")
  return createHash("sha256").update(plain).digest("base64url")
}
