import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"
import type { AppSettings } from "#core/kernel"

export type MeasureRule = {
  /** Requests with this bearer token may read metrics from anywhere. */
  readonly token: string | undefined
  /** Whether the product serves this machine only. Without a token, metrics can be read only then. */
  readonly isLocal: boolean
}

/**
 * Returns who may read metrics and the local mailbox, from METRICS_TOKEN, PUBLIC_ORIGIN and TRUSTED_PROXIES. With a
 * public PUBLIC_ORIGIN, a local connection may be a proxy or tunnel for someone else, even without proxy headers.
 */
export const measureRuleOf = ({
  metricsToken,
  publicOrigin,
  trustedProxies,
}: Pick<AppSettings, "metricsToken" | "publicOrigin" | "trustedProxies">): MeasureRule => ({
  token: metricsToken && Redacted.value(metricsToken),
  isLocal: trustedProxies === 0 && isLoopbackHost(new URL(publicOrigin).host),
})

/**
 * Whether a request may read metrics: with the token if one is set. Without one, only directly from this machine, under
 * a host name of this machine (against DNS rebinding), and only if the product serves this machine only.
 */
export const mayMeasure = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  { token, isLocal }: MeasureRule,
): boolean => {
  if (token !== undefined) return isSame(headers.authorization ?? "", `Bearer ${token}`)
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return isLocal && !isForwarded && isLoopbackHost(headers.host ?? "") && LOOPBACK.test(socket.remoteAddress ?? "")
}

/** Whether a host, with or without a port, is this machine. */
const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via", "cf-connecting-ip"]
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Compares in constant time. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
