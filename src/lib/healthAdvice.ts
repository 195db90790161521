import type { PlainKey } from "../i18n/index.ts"

type Advice = Extract<PlainKey, `health.do.${string}`>

/** Advice for a failing feed. @param reason the message key of its failure */
export const healthAdvice = (reason: string): Advice => {
  const exact = ADVICE[reason]
  if (exact !== undefined) return exact
  if (reason.startsWith("fetch.badAddress.")) return "health.do.address"
  return reason.startsWith("feeds.notAFeed.") ? "health.do.notAFeed" : "health.do.wait"
}

const ADVICE: Readonly<Record<string, Advice>> = {
  "fetch.httpStatus.forbidden": "health.do.forbidden",
  "fetch.httpStatus.missing": "health.do.missing",
  "fetch.httpStatus.gone": "health.do.gone",
  "fetch.httpStatus.busy": "health.do.busy",
  "fetch.unreachable.dns": "health.do.dns",
  "fetch.unreachable.tls": "health.do.tls",
  "fetch.tooLarge": "health.do.tooLarge",
  "fetch.tooManyRedirects": "health.do.loop",
  "feeds.notAFeed.too-slow": "health.do.costly",
  "feeds.notAFeed.too-heavy": "health.do.costly",
  "feeds.ourFault": "health.do.ours",
}

/**
 * Whether a failure means that the publisher does not provide the feed: refused, gone, or withheld for
 * legal reasons.
 */
export const isWithheld = (reason: string): boolean =>
  reason === "fetch.httpStatus.forbidden" || reason === "fetch.httpStatus.gone"
