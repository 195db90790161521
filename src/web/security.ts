import { fewRandomBytes } from "#core/kernel"

/** Additional origins that a page may load from. */
export interface Allowances {
  /** Players that may be embedded. */
  readonly frames: Array<string>
  /** Servers that scripts may speak to, such as the chat socket. */
  readonly connections: Array<string>
  /** Hashes of `style` attributes, quoted: those of a letter that the page shows in a frame. */
  readonly styles: Array<string>
  /** Powerful features of the browser that the page uses, such as the camera; no page may use others. */
  readonly features: Array<PowerfulFeature>
}
type PowerfulFeature = (typeof POWERFUL_FEATURES)[number]
const POWERFUL_FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
  "browsing-topics",
] as const

export interface RequestContext {
  readonly nonce: string
  readonly https: boolean
  readonly allow: Allowances
  /** Hashes of allowed inline fragments, quoted and space-separated. */
  readonly inline: { readonly scripts: string; readonly styles: string }
}

const TWO_YEARS_S = 63_072_000

/** Headers of every response. */
const FIXED: ReadonlyArray<readonly [string, string]> = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
]
const HSTS = ["strict-transport-security", `max-age=${TWO_YEARS_S}; includeSubDomains`] as const

/** The security headers of a response. */
export const headersFor = (context: RequestContext): ReadonlyArray<readonly [string, string]> => [
  ...FIXED,
  ...(context.https ? [HSTS] : []),
  ["permissions-policy", permissionsPolicy(context.allow)],
  ["content-security-policy", contentSecurityPolicy(context)],
]

/** Whether a request with an unsafe method comes from another site's page. Only browsers send cookies, and they name the origin. */
export const isForeignPost = (method: string, headers: Headers): boolean => {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false
  const site = headers.get("sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  const origin = headers.get("origin")
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get("host"))
}

/** A random nonce per response (W3C CSP 3, 7.1: at least 128 bits). */
export const makeNonce = (): string => fewRandomBytes(16).toString("base64")

const permissionsPolicy = ({ features }: Allowances): string =>
  POWERFUL_FEATURES.map((feature) => `${feature}=${features.includes(feature) ? "(self)" : "()"}`).join(", ")

const contentSecurityPolicy = ({ nonce, https, allow, inline }: RequestContext): string => {
  // Podcasts play from their publisher; pictures come through our proxy.
  const media = https ? "'self' https:" : "'self' https: http:"
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${inline.scripts}`,
    `style-src 'self' 'nonce-${nonce}' ${inline.styles}`,
    ...(allow.styles.length === 0 ? [] : [`style-src-attr 'unsafe-hashes' ${allow.styles.join(" ")}`]),
    "img-src 'self' data:",
    `media-src ${media}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...allow.connections].join(" ")}`,
    `frame-src ${allow.frames.length === 0 ? "'none'" : allow.frames.join(" ")}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ")
}
