import { Effect } from "effect"
import { CurrentMeta } from "#core/kernel"

/** Chosen language of the console. */
export const LANGUAGE_COOKIE = "quire_console_lang"

const isHttps = (consoleOrigin: string): boolean => consoleOrigin.startsWith("https:")

/** The name of the session's cookie. `__Host-` binds it to the console's host, which browsers accept over TLS alone. */
export const operatorCookie = (consoleOrigin: string): string =>
  isHttps(consoleOrigin) ? "__Host-quire_operator" : "quire_operator"

/** The `Set-Cookie` value of a session; an empty token ends it. */
export const sessionCookie = (consoleOrigin: string, token: string): string =>
  [
    `${operatorCookie(consoleOrigin)}=${token}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    ...(isHttps(consoleOrigin) ? ["Secure"] : []),
    ...(token === "" ? ["Max-Age=0"] : []),
  ].join("; ")

/** Headers of every response of the console, which loads nothing from anywhere else. */
export const SECURITY_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["strict-transport-security", "max-age=63072000"],
  ["x-robots-tag", "noindex, nofollow"],
  [
    "permissions-policy",
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()",
  ],
  [
    "content-security-policy",
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  ],
]

/** Runs an effect as the operator: events record them. */
export const asOperator =
  (operatorId: string, correlationId: string | null = null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentMeta, {
      actor: `operator:${operatorId}`,
      ...{ commandId: null, correlationId, causationId: null },
    })
