import { connect, type Socket } from "node:net"

/** How a connection to the database is to be had. */
type Where = {
  readonly host: ReadonlyArray<string>
  readonly port: ReadonlyArray<number>
  /** Of a socket of this machine, in place of both. */
  readonly path: string | false | undefined
}
type Watched = { read: number; written: number; heardMs: number; askedMs: number | undefined }

/** An answer is looked for so often while it is waited for. */
const LOOKS = 10

/**
 * Opens connections for a pool that does not wait forever: where a network swallows everything nobody is told, and the
 * system itself gives up after a quarter of an hour. Once an answer has stayed away for too long, all connections end of
 * which nothing was heard for as long; the driver opens others, and what waited is asked again or fails.
 *
 * @param waitMsMax no statement of the pool takes longer, and no connection longer to come about
 */
export const socketsWithTimeout = (waitMsMax: number): ((where: Where) => Socket) => {
  const watched = new Map<Socket, Watched>()
  let looking: NodeJS.Timeout | undefined

  const look = () => {
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

  // The driver hears how it ends only of a socket that it has: it gets it at once, and what it writes waits in it.
  return ({ host: [host = ""], port: [port = 0], path }) => {
    const socket = path ? connect(path) : connect(port, host)
    watched.set(socket, { read: 0, written: 0, heardMs: performance.now(), askedMs: undefined })
    looking ??= setInterval(look, waitMsMax / LOOKS).unref()
    return socket
  }
}

/** Bytes are counted where they leave and enter the process, whether they are enciphered or not. */
const note = (socket: Socket, seen: Watched, nowMs: number): void => {
  if (socket.bytesRead > seen.read) {
    seen.heardMs = nowMs
    seen.askedMs = undefined
  } else if (socket.bytesWritten > seen.written) seen.askedMs ??= nowMs
  seen.read = socket.bytesRead
  seen.written = socket.bytesWritten
}

/** In the words of the system where it gives up itself. */
const late = () => Object.assign(new Error("the database does not answer"), { code: "ETIMEDOUT" })
