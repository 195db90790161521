import type { RequestListener } from "node:http"
import type { Socket } from "node:net"

/** Requests that one connection may send ahead of their answers; a browser sends none. More end the connection. */
export const PIPELINED_MAX = 16

/**
 * Works on one request of a connection at a time. Node starts every request that it has parsed, and a client that sends a
 * thousand without reading an answer would keep the process busy for minutes. The next one starts when the client has taken
 * the answer to the one before, and while one waits nothing more is read from the connection.
 */
export const answerInOrder = (listener: RequestListener): RequestListener => {
  const waitingOf = new WeakMap<Socket, Array<() => void>>()

  const startNext = (socket: Socket) => {
    const waiting = waitingOf.get(socket)
    const start = waiting?.shift()
    if (start === undefined || socket.destroyed) return void waitingOf.delete(socket)
    if (waiting?.length === 0) socket.resume()
    start()
  }

  return (request, response) => {
    const { socket } = request
    const start = () => {
      response.once("close", () => startNext(socket))
      listener(request, response)
    }
    const waiting = waitingOf.get(socket)
    if (waiting === undefined) {
      waitingOf.set(socket, [])
      return start()
    }
    if (waiting.length >= PIPELINED_MAX) return void socket.destroy()
    waiting.push(start)
    socket.pause()
  }
}
