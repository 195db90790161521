import { connect, type Socket } from "node:net"

/** Frame types (RFC 6455, section 5.2). */
export const TEXT = 1
const CLOSE = 8
export const PING = 9
const PONG = 10

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

/** Receives each text. The bytes are valid only during the call. */
export interface Listener {
  text(bytes: Buffer, from: number, to: number): void
  /** Called with the server's close code, 1006 if there was none. */
  closed(code: number): void
}

export type Address = {
  readonly port: number
  /** The client address that a trusted proxy would report. */
  readonly address: string
}

/** One buffer for all sockets: each read is processed before the next. */
const shared = Buffer.allocUnsafe(256 * 1024)
const ABNORMAL = 1006
const CONNECT_MS_MAX = 20_000
const HEAD_END = "\r\n\r\n"

/**
 * A minimal WebSocket client, so that many thousands fit into one process: no streams, no objects per message, one
 * buffer.
 */
export class Client {
  private readonly socket: Socket
  private readonly listener: Listener
  private stored: Buffer | null = null
  private code = ABNORMAL
  private isUpgraded = false
  private opened: ((outcome: Error | null) => void) | null

  /** Fails with the status line if the server refuses the socket. */
  static open(to: Address, listener: Listener): Promise<Client> {
    return new Promise((resolve, reject) => {
      const client: Client = new Client(to, listener, (error) => (error ? reject(error) : resolve(client)))
    })
  }

  private constructor({ port, address }: Address, listener: Listener, opened: (outcome: Error | null) => void) {
    this.listener = listener
    this.opened = opened
    this.socket = connect({
      host: "127.0.0.1",
      port,
      noDelay: true,
      onread: { buffer: shared, callback: (bytes) => this.read(bytes) },
    })
    this.socket.setTimeout(CONNECT_MS_MAX, () => this.socket.destroy(new Error("no answer in time")))
    this.socket.write(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Forwarded-For: ${address}\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13${HEAD_END}`,
    )
    this.socket.on("error", (error) => this.settle(error))
    this.socket.on("close", () => {
      this.settle(new Error("closed before it was open"))
      if (this.isUpgraded) listener.closed(this.code)
    })
  }

  get isOpen(): boolean {
    return this.isUpgraded && !this.socket.destroyed
  }

  send(text: string): void {
    this.socket.write(clientFrame(TEXT, Buffer.from(text)))
  }

  /** Closes like a broken network: at once and without a close frame. */
  drop(): void {
    this.socket.resetAndDestroy()
  }

  private settle(outcome: Error | null): void {
    this.opened?.(outcome)
    this.opened = null
  }

  private read(bytesRead: number): boolean {
    const { stored: saved } = this
    const bytes = saved ? Buffer.concat([saved, shared.subarray(0, bytesRead)]) : shared
    const to = saved ? bytes.length : bytesRead
    const from = this.isUpgraded ? 0 : this.upgrade(bytes, to)
    const left = from < 0 ? 0 : takeFrames(bytes, from, to, (kind, start, end) => this.take(bytes, kind, start, end))
    this.stored = left < to ? Buffer.from(bytes.subarray(left, to)) : null
    return true
  }

  /** Returns the end of the response head, -1 if it is incomplete. */
  private upgrade(bytes: Buffer, to: number): number {
    const end = bytes.subarray(0, to).indexOf(HEAD_END)
    if (end < 0) return -1
    const status = bytes.toString("latin1", 0, bytes.indexOf("\r\n"))
    if (!status.startsWith("HTTP/1.1 101")) {
      this.settle(new Error(status))
      this.socket.destroy()
      return to
    }
    this.isUpgraded = true
    this.socket.setTimeout(0)
    this.settle(null)
    return end + HEAD_END.length
  }

  private take(bytes: Buffer, kind: number, from: number, to: number): void {
    if (kind === TEXT) this.listener.text(bytes, from, to)
    else if (kind === PING) this.socket.write(clientFrame(PONG, Buffer.from(bytes.subarray(from, to))))
    else if (kind === CLOSE) {
      if (to - from >= 2) this.code = bytes.readUInt16BE(from)
      this.socket.end(clientFrame(CLOSE, Buffer.from(bytes.subarray(from, to))))
    }
  }
}
