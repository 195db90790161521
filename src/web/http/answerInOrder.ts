import type { RequestListener } from "node:http"
import type { Socket } from "node:net"

/** Pipelined requests per connection; browsers send none. More close the connection. */
export const PIPELINED_MAX = 16

/**
 * Processes one request of a connection at a time. Node starts every parsed request, so a client that sends a
 * thousand without reading a response would keep the process busy for minutes. The next one starts when the client has
 * received the previous response, and while one waits nothing more is read from the connection.
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
