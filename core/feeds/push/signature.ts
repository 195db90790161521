import { createHmac, timingSafeEqual } from "node:crypto"

/** Signature algorithms of WebSub (section 8.1). */
const METHODS = new Set(["sha1", "sha256", "sha384", "sha512"])

/**
 * Whether these bytes are signed with our secret.
 * @param signature the X-Hub-Signature header, `sha256=…` in hexadecimal, or null
 */
export const isSignedBy = (secret: string, bytes: Uint8Array, signature: string | null): boolean => {
  const [, method = "", digest = ""] = SIGNATURE.exec(signature?.trim() ?? "") ?? []
  if (!METHODS.has(method.toLowerCase())) return false
  const expected = createHmac(method.toLowerCase(), secret).update(bytes).digest()
  const given = Buffer.from(digest, "hex")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const SIGNATURE = /^(sha\d{1,3})=([\da-f]{40,128})$/i
