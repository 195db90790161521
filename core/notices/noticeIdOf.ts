import { createHash } from "node:crypto"

/**
 * The id of the notice that a person gets for something: always the same, so that it is given once. Also the id of the
 * command that gives it. A UUID of version 8 (RFC 9562, 5.8), which holds what its maker likes.
 *
 * @param source what it is given for: the id of an event, or of a message of operators
 */
export const noticeIdOf = (personId: string, source: string): string => {
  const bytes = createHash("sha256").update(`notice\n${personId}\n${source}`).digest()
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
