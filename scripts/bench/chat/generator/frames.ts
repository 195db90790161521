/** Frame types (RFC 6455, section 5.2). */
export const TEXT = 1
export const CLOSE = 8
export const PING = 9
export const PONG = 10

/** The FIN bit of the first byte. */
const FIN = 0x80
const MASKED = 0x80
const MASK_BYTES = 4

/** A client frame. The mask is zero, which leaves the payload unchanged and costs nothing. */
export const clientFrame = (kind: number, payload: Buffer): Buffer => {
  const { length } = payload
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.alloc(head + MASK_BYTES + length)
  frame[0] = FIN | kind
  frame[1] = MASKED | (head === 2 ? length : head === 4 ? 126 : 127)
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  payload.copy(frame, head + MASK_BYTES)
  return frame
}

/**
 * Passes each complete server frame to `take`: type, start and end of the payload. Returns the start of the first
 * incomplete frame.
 */
export const takeFrames = (
  bytes: Buffer,
  from: number,
  to: number,
  take: (kind: number, from: number, to: number) => void,
): number => {
  let at = from
  while (to - at >= 2) {
    const first = bytes[at] ?? 0
    const short = bytes[at + 1] ?? 0
    if ((first & FIN) === 0 || (short & MASKED) !== 0) throw new Error("a server's frame is whole and unmasked")
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (to - at < head) break
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const end = at + head + length
    if (end > to) break
    take(first & 0x0f, at + head, end)
    at = end
  }
  return at
}
