import type { IncomingMessage } from "node:http"

/**
 * The address of whoever asks. X-Forwarded-For is believed only as far as our own proxies wrote it: with `proxies` of
 * them in front, the entry that many from the end.
 */
export const clientAddressOf = (request: Pick<IncomingMessage, "headers" | "socket">, proxies: number): string => {
  const socket = request.socket.remoteAddress ?? ""
  if (proxies === 0) return socket
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return forwarded.at(-proxies) ?? socket
}
