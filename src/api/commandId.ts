import { createHash } from "node:crypto"

/** Maximum length of an `Idempotency-Key`; any visible text is accepted. */
const KEY_LENGTH_MAX = 200
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${KEY_LENGTH_MAX}}$`)

/**
 * The command id for an `Idempotency-Key`, derived from the actor, the call and the key, so that no other command can
 * be hit. Null without a key, "unusable" for an invalid one.
 */
export const commandIdOf = (key: string | null, actor: string, path: string): string | null | "unusable" => {
  if (key === null) return null
  if (!KEY.test(key)) return "unusable"
  const bytes = createHash("sha256").update(`command\n${actor}\n${path}\n${key}`).digest()
  // RFC 9562, 5.8: the bits of a version 8 UUID are free to choose.
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
