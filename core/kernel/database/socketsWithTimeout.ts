import { connect, type Socket } from "node:net"

/** The address of the database, as the driver passes it. */
type Where = {
  readonly host: ReadonlyArray<string>
  readonly port: ReadonlyArray<number>
  /** A Unix socket, used instead of host and port. */
  readonly path: string | false | undefined
}
type Watched = { read: number; written: number; heardMs: number; askedMs: number | undefined }

/** Checks per timeout. */
const LOOKS = 10

/**
 * Opens sockets that detect a silent network. A network that drops all packets reports no error, and TCP gives up only
 * after about 15 minutes. Once a response is later than `waitMsMax`, every socket that received nothing for that time is
 * destroyed. The driver opens new ones, and pending statements are retried or fail.
 *
 * @param waitMsMax longer than any statement of the pool and any connection attempt
 */
export const socketsWithTimeout = (waitMsMax: number): ((where: Where) => Socket) => {
  const watched = new Map<Socket, Watched>()
  let looking: NodeJS.Timeout | undefined

  const check = () => {
    const nowMs = performance.now()
    for (const [socket, seen] of watched) {
      if (socket.destroyed) watched.delete(socket)
      else note(socket, seen, nowMs)
    }
    const isLate = ({ askedMs = nowMs }: Watched) => nowMs - askedMs >= waitMsMax
    if ([...watched.values()].some(isLate))
      for (const [socket, { heardMs }] of watched) if (nowMs - heardMs >= waitMsMax) socket.destroy(late())
    if (watched.size > 0) return
    clearInterval(looking)
    looking = undefined
  }

  // The driver sees errors only of a socket that it already has, so it gets the socket before it is connected.
  return ({ host: [host = ""], port: [port = 0], path }) => {
    const socket = path ? connect(path) : connect(port, host)
    watched.set(socket, { read: 0, written: 0, heardMs: performance.now(), askedMs: undefined })
    looking ??= setInterval(check, waitMsMax / LOOKS).unref()
    return socket
  }
}

/** Compares byte counts of the socket, which include TLS. */
const note = (socket: Socket, seen: Watched, nowMs: number): void => {
  if (socket.bytesRead > seen.read) {
    seen.heardMs = nowMs
    seen.askedMs = undefined
  } else if (socket.bytesWritten > seen.written) seen.askedMs ??= nowMs
  seen.read = socket.bytesRead
  seen.written = socket.bytesWritten
}

/** The error code that the system itself uses for a timeout. */
const late = () => Object.assign(new Error("the database does not answer"), { code: "ETIMEDOUT" })
