import { createHash } from "node:crypto"

/** What a client may choose as `Idempotency-Key`: any visible text up to this length. */
const KEY_LENGTH_MAX = 200
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${KEY_LENGTH_MAX}}$`)

/**
 * The id of the command that a client named by `Idempotency-Key`: the same key for the same call by the same actor is the
 * same command, and no other one can be hit by it. Null where there is no key, "unusable" where it is none of ours.
 */
export const commandIdOf = (key: string | null, actor: string, path: string): string | null | "unusable" => {
  if (key === null) return null
  if (!KEY.test(key)) return "unusable"
  const bytes = createHash("sha256").update(`command\n${actor}\n${path}\n${key}`).digest()
  // RFC 9562, 5.8: a UUID of version 8 holds what its maker likes.
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
