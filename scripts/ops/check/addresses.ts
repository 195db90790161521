import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { createSecureContext } from "node:tls"
import { measureRuleOf } from "../../../src/process/metrics/mayMeasure.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"
import { reasonOf } from "./runChecks.ts"

const addresses = findingsOf("addresses")
const certificates = findingsOf("certificates")
const DAY_MS = 86_400_000
const RENEW_DAYS = 14

type Addresses = Pick<
  CommandSettings,
  | "stage"
  | "publicOrigin"
  | "chatUrl"
  | "consoleOrigin"
  | "trustedProxies"
  | "metricsToken"
  | "drainSeconds"
  | "roles"
  | "host"
>

export const addressesCheck = (settings: Addresses): Check => ({
  name: "addresses",
  todo: "Correct PUBLIC_ORIGIN, CHAT_URL and CONSOLE_ORIGIN.",
  run: async () => {
    const findings = judgeAddresses(settings)
    return findings.length > 0 ? findings : [addresses.ok(`${settings.publicOrigin}, chat at ${settings.chatUrl}`)]
  },
})

/** Whether browsers can use the addresses of site, chat and console together. */
export const judgeAddresses = (settings: Addresses): ReadonlyArray<Finding> => {
  const { stage, publicOrigin, chatUrl, consoleOrigin, trustedProxies, metricsToken, drainSeconds, roles } = settings
  const [site, chat, console] = [publicOrigin, chatUrl, consoleOrigin].map((text) => new URL(text)) as [URL, URL, URL]
  const isLocal = measureRuleOf({ metricsToken: undefined, publicOrigin, trustedProxies: 0 }).isLocal
  return [
    stage === "development" &&
      !isLocal &&
      addresses.warning("STAGE is development on a public address", "Set STAGE=production."),
    site.protocol === "http:" &&
      !isLocal &&
      addresses.problem(
        `${publicOrigin} is not encrypted: passkeys, notifications and secure cookies need https`,
        "End TLS at a proxy and set PUBLIC_ORIGIN to https://.",
      ),
    site.protocol === "https:" &&
      chat.protocol === "ws:" &&
      addresses.problem(`browsers refuse ${chatUrl} on a page with https`, "Set CHAT_URL to wss://."),
    isLocalHost(chat.hostname) !== isLocalHost(site.hostname) &&
      addresses.problem(
        `${chat.hostname} and ${site.hostname} are not reached from the same machines`,
        "Set CHAT_URL to a public address of the chat socket.",
      ),
    roles.includes("console") &&
      stage !== "development" &&
      console.hostname === site.hostname &&
      addresses.problem(
        "console and site share a host, so they share cookies",
        "Give CONSOLE_ORIGIN a host of its own.",
      ),
    site.protocol === "https:" &&
      trustedProxies === 0 &&
      addresses.warning(
        "TRUSTED_PROXIES is 0, so all people behind the proxy that ends TLS share one rate limit",
        "Set TRUSTED_PROXIES to the number of proxies in front.",
      ),
    trustedProxies > 0 &&
      drainSeconds === 0 &&
      addresses.warning(
        "DRAIN_SECONDS is 0: a load balancer meets closed ports during a restart",
        "Set DRAIN_SECONDS to more than two of its health checks.",
      ),
    !isLocal &&
      metricsToken === undefined &&
      addresses.warning("nobody can read /metrics", "Set METRICS_TOKEN, and give it to your monitoring."),
  ].filter((finding) => finding !== false)
}

const isLocalHost = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(?:\.\d+){3}$/.test(host)

/** Certificates that processes use themselves: readable, matching, for the right host, not about to expire. */
export const certificatesCheck = ({ chatTls, chatUrl, bounceTls }: CommandSettings): Check => ({
  name: "certificates",
  todo: "Correct the paths of certificates and keys.",
  run: async () => {
    const used = [
      { tls: chatTls, host: new URL(chatUrl).hostname, variable: "CHAT_TLS_CERT" },
      // Mail servers do not compare the name, so any is accepted.
      { tls: bounceTls, host: undefined, variable: "BOUNCE_TLS_CERT" },
    ].flatMap(({ tls, host, variable }) => (tls === undefined ? [] : [judgeCertificate(tls, host, variable)]))
    return used.length > 0 ? used : [certificates.ok("none here: TLS ends at a proxy in front")]
  },
})

const judgeCertificate = (
  { certFile, keyFile }: { readonly certFile: string; readonly keyFile: string },
  host: string | undefined,
  variable: string,
): Finding => {
  const cert = readFileSync(certFile)
  try {
    createSecureContext({ cert, key: readFileSync(keyFile) })
  } catch (error) {
    return certificates.problem(
      `${variable}: ${reasonOf(error)}`,
      "Use the key with which the certificate was requested.",
    )
  }
  const certificate = new X509Certificate(cert)
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS)
  if (host !== undefined && certificate.checkHost(host) === undefined)
    return certificates.problem(`${variable} is not for ${host}`, `Request a certificate for ${host}.`)
  if (days < 0) return certificates.problem(`${variable} expired on ${certificate.validTo}`, "Renew it.")
  if (days < RENEW_DAYS) return certificates.warning(`${variable} expires in ${days} days`, "Renew it.")
  return certificates.ok(`${variable} is valid for ${days} days`)
}
