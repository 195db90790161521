import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"
import type { AppSettings } from "#core/kernel"

export type MeasureRule = {
  /** A request that carries this bearer token may read metrics from anywhere. */
  readonly token: string | undefined
  /** Whether the product serves this machine only: without a token, nothing else allows reading metrics. */
  readonly isLocal: boolean
}

/**
 * Who may read metrics and the local mailbox, from METRICS_TOKEN, PUBLIC_ORIGIN and TRUSTED_PROXIES. An address that others
 * use (PUBLIC_ORIGIN) means that a proxy or a tunnel connects from this machine on their behalf, headers or not.
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
 * Whether a request may read metrics: with the token if there is one; without one only straight from this machine, under
 * a name of this machine (a page elsewhere could lead its own name here), to a product that serves this machine only.
 */
export const mayMeasure = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  { token, isLocal }: MeasureRule,
): boolean => {
  if (token !== undefined) return isSame(headers.authorization ?? "", `Bearer ${token}`)
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return isLocal && !isForwarded && isLoopbackHost(headers.host ?? "") && LOOPBACK.test(socket.remoteAddress ?? "")
}

/** Whether a host, with or without a port, names this machine. */
const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via", "cf-connecting-ip"]
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Compares in constant time. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
