import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"

export type MeasureRule = {
  /** Whoever shows it may read metrics from anywhere. */
  readonly token: string | undefined
  /** Proxies in front: their connections come from near, their readers do not. */
  readonly proxies: number
}

/**
 * Whether a request may read metrics: with the token where there is one; without one only straight from this machine,
 * which behind a proxy nobody can be told to come from.
 */
export const mayMeasure = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  { token, proxies }: MeasureRule,
): boolean => {
  if (token !== undefined) return isSame(headers.authorization ?? "", `Bearer ${token}`)
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return proxies === 0 && !isForwarded && LOOPBACK.test(socket.remoteAddress ?? "")
}

const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** In the same time whatever was given. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
